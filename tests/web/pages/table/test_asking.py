"""The question whether a bell is meant, just after a throw has ended a round."""

from flask.testing import FlaskClient

from tests.web.conftest import FakePageService
from tests.web.states import begin, between, playing


def test_the_question_goes_with_its_moment(client: FlaskClient, service: FakePageService) -> None:
    """It is there between two rounds. Once the bell has rung, or in a new game, an open question closes."""
    service.show(between())
    assert "A throw has just ended the round" in client.get("/t/1/ring").text
    for state in (playing(), begin()):
        service.show(state)
        assert client.get("/t/1/ring").status_code == 404
