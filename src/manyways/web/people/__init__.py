"""Pages for people with accounts: signing in, working in a study, and managing studies."""

from manyways.web.people.app import create_study_app

__all__ = ["create_study_app"]
