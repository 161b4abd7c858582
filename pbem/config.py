"""The settings: PBEM_… variables over `pbem.toml` over defaults; read once, frozen."""

from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

PRIVATE_DOMAINS = ("localhost", ".localhost", ".test", ".local", ".internal", ".example", ".invalid")
"""Domains that no stranger's mail can reach; the post room opens for these alone."""
RELAYS = ("postroom", "maildir:", "smtp://", "smtps://")


class Settings(BaseSettings):
    """Every setting, with what it is for."""

    model_config = SettingsConfigDict(env_prefix="PBEM_", toml_file="pbem.toml", frozen=True, extra="forbid")

    var: Path = Field(Path("var"), description="folder of the database and the club's keys")
    database_url: str = Field("", description="sqlite:///PATH or postgresql+psycopg://…; empty: pbem.db in PBEM_VAR")
    domain: str = Field("hearts.localhost", description="mail domain of the club's addresses")
    smtp: str = Field("127.0.0.1:8025", description="where the SMTP door listens, HOST:PORT")
    http: str = Field("127.0.0.1:8080", description="where the web listens, HOST:PORT")
    public_url: str = Field("", description="address of the web in letters; empty: http://PBEM_HTTP")
    relay: str = Field("postroom", description="where letters go: postroom, maildir:PATH, smtp://HOST:PORT, smtps://…")
    language: str = Field("en", pattern="^(en|fr)$", description="language of strangers, en or fr")
    turn_hours: float = Field(48, gt=0, description="hours for one answer; nudges come at 50 % and 80 %")
    tick_seconds: int = Field(30, gt=0, description="how often the clock looks")
    seat_newcomer: bool = Field(True, description="post room only: seat `you` with three bots when the house is empty")

    @field_validator("smtp", "http")
    @classmethod
    def _host_and_port(cls, value: str) -> str:
        host, _, port = value.rpartition(":")
        if not host or not port.isdigit() or int(port) > 65535:
            raise ValueError("write it as HOST:PORT, as in 127.0.0.1:8025")
        return value

    @model_validator(mode="after")
    def _relay_fits(self) -> "Settings":
        if not self.relay.startswith(RELAYS):
            raise ValueError(f"PBEM_RELAY must be one of {', '.join(RELAYS)}")
        if self.relay == "postroom" and not self.domain.endswith(PRIVATE_DOMAINS):
            raise ValueError(
                "the post room shows everybody's letters, so it never opens on a public PBEM_DOMAIN: "
                f"set PBEM_RELAY=smtp://HOST:PORT for {self.domain}"
            )
        return self

    @property
    def url(self) -> str:
        """The database to use."""
        return self.database_url or f"sqlite:///{self.var / 'pbem.db'}"

    @property
    def web(self) -> str:
        """The web's address, without a slash at the end."""
        return (self.public_url or f"http://{self.http}").rstrip("/")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)

    def sources(self, environment: dict[str, str]) -> dict[str, tuple[Any, str]]:
        """Each setting's value and where it came from."""

        def source(name: str) -> str:
            if f"PBEM_{name.upper()}" in environment:
                return f"PBEM_{name.upper()}"
            return "pbem.toml" if name in self.model_fields_set else "default"

        return {name: (getattr(self, name), source(name)) for name in type(self).model_fields}


def complaint(error: ValidationError) -> str:
    """What is wrong with the settings, in one line."""
    first = error.errors()[0]
    name = f"PBEM_{str(first['loc'][0]).upper()}: " if first["loc"] else ""
    return name + str(first["msg"]).removeprefix("Value error, ")
