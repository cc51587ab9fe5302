"""What the routes of studies share beside the site: the store and its accounts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from manyways.errors import InputError
from manyways.web.accounts import Accounts
from manyways.web.store import Store
from manyways.web.studies.creating import Study, find
from manyways.web.studies.working import NotYoursError

__all__ = ["House", "HouseHere"]


@dataclass(frozen=True)
class House:
    """store: of accounts and studies."""

    store: Store
    accounts: Accounts

    def study(self, name: str) -> Study:
        """A NotYoursError, which is a 404, if there is none."""
        try:
            return find(self.store, name)
        except InputError:
            raise NotYoursError("there is no such study") from None


def _house_of(request: Request) -> House:
    house = request.app.state.house
    assert isinstance(house, House)
    return house


HouseHere = Annotated[House, Depends(_house_of)]
