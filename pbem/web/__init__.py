"""The web: a page that stops mail, and the post room where letters are tried out. The same desk as the mail."""

from flask import Flask

from pbem.desk.club import Club
from pbem.voice.letters import TEMPLATES
from pbem.web import pages, postroom


def create_app(club: Club, room: postroom.Room | None = None) -> Flask:
    """The web application; with `room` the post room is open."""
    app = Flask(__name__, template_folder=str(TEMPLATES / "web"), static_folder=None)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.register_blueprint(pages.blueprint(club, open_room=room is not None))
    if room is not None:
        app.register_blueprint(postroom.blueprint(club, room))
    return app
