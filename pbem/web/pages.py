"""The public pages. GET never acts; a page whose button POSTs does."""

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response

from pbem.desk.club import Club
from pbem.desk.welcome import stop_mail
from pbem.rules.table import Refusal
from pbem.rules.variants import variant, variant_names
from pbem.voice import club as club_voice
from pbem.voice import rulebook
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

    @pages.get("/rules")
    def games() -> str:
        language = _language(club)
        names = [(name, rulebook.title(name, language)) for name in variant_names()]
        return render_template("games.html", language=language, names=names, say=say)

    @pages.get("/rules/<name>")
    def rules(name: str) -> str:
        """The rules, and the form made of the variant's signature; what is filled in becomes a command to mail."""
        language = _language(club)
        given = {key: text.strip() for key, text in request.args.items() if key != "lang" and text.strip()}
        try:
            variant(name)
            refused = ""
            blocks = rulebook.rules_said(name, language, given)
        except Refusal as refusal:
            if refusal.code == "unknown-variant":
                abort(404)
            refused, blocks = club_voice.refusal(language, refusal).text, rulebook.rules_said(name, language)
        form = rulebook.house_rules(name, language, {} if refused else given)
        command = "" if refused else rulebook.command(name, language, given)
        return render_template(
            "rules.html",
            language=language,
            name=name,
            title=rulebook.title(name, language),
            blocks=[block for block in blocks if not block.lines],
            form=form,
            given=given,
            refused=refused,
            command=command,
            address=club.front_desk,
            open_room=open_room,
            say=say,
        )

    @pages.get("/stop/<token>")
    def ask_stop(token: str) -> str:
        language = _language(club)
        return render_template("stop.html", language=language, done=False, say=say)

    @pages.post("/stop/<token>")
    def stop(token: str) -> str:
        with club.work() as tx:
            if not stop_mail(tx, token):
                abort(404)
        language = _language(club)
        return render_template("stop.html", language=language, done=True, say=say)

    return pages


def _language(club: Club) -> str:
    """The reader's: as the address says, else as the browser asks, else the club's."""
    asked = request.args.get("lang", "")
    return asked if asked in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or club.language
