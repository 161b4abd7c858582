"""The `pbem` command."""

import typer

from pbem.cli import rules, tools

app = typer.Typer(
    help="Hearts and its whole family by mail.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
tools.register(app)
rules.register(app)


def main() -> None:
    """Runs the command line."""
    app()
