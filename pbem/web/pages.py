"""The public pages. GET never acts; a page whose button POSTs does."""

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response

from pbem.desk.club import Club
from pbem.desk.welcome import stop_mail
from pbem.voice.catalogue import LANGUAGES, say


def blueprint(club: Club, open_room: bool) -> Blueprint:
    """Home, health, and the page that stops mail."""
    pages = Blueprint("pages", __name__)

    @pages.get("/")
    def home() -> str | Response:
        if open_room:
            return redirect("/postroom")
        return render_template("home.html", address=club.front_desk)

    @pages.get("/health")
    def health() -> str:
        with club.store.read() as db:
            db.exec_driver_sql("SELECT 1")
        return "ok\n"

    @pages.get("/stop/<token>")
    def ask_stop(token: str) -> str:
        language = request.accept_languages.best_match(LANGUAGES) or club.language
        return render_template("stop.html", language=language, done=False, say=say)

    @pages.post("/stop/<token>")
    def stop(token: str) -> str:
        with club.work() as tx:
            if not stop_mail(tx, token):
                abort(404)
        language = request.accept_languages.best_match(LANGUAGES) or club.language
        return render_template("stop.html", language=language, done=True, say=say)

    return pages
