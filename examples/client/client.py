"""A whole client of the task service: client.py photo.jpg result.jpg, with BASE_URL and API_KEY set."""
import base64, hashlib, hmac, json, os, sys, time
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(path, body=None, **headers):
    """Asks the service, and again where it says when: too many requests, or a failure of its own."""
    headers |= {"Authorization": "Bearer " + os.environ["API_KEY"], "Content-Type": "application/json"}
    for tries in range(1, 6):
        data = None if body is None else json.dumps(body).encode()
        try:
            said = json.load(urlopen(Request(os.environ["BASE_URL"] + path, data, headers)))
            return said.get("data", said)
        except HTTPError as answer:
            said = json.load(answer)
            if (answer.code not in (409, 429) and said["error_code"] != "InternalError") or tries == 5:
                raise RuntimeError(f"{said['error_code']}: {said['error']} ({answer.headers['x-request-id']})")
            time.sleep(float(answer.headers["retry-after"] or 2**tries))


def upload(data, content_type):
    """Uploads a file into a slot of its own."""
    file = {"content_type": content_type, "file_name": "photo.jpg", "file_size": len(data)}
    slot = ask("/s2s/v2.0/file", {"files": [file]})["files"][0]
    request = slot["requests"][0]
    urlopen(Request(request["url"], data, request["headers"], method=request["method"]))
    return slot["file_id"]


def done(path, task):
    """Creates a task once, however often it is asked for, and waits for its end."""
    once = hashlib.sha256(json.dumps(task).encode()).hexdigest()
    task_id, wait = ask(path, task, **{"Idempotency-Key": once})["task_id"], 1
    while (state := ask(f"{path}/{task_id}"))["task_status"] == "running":
        time.sleep(wait)
        wait = min(10, wait * 1.5)
    if state["task_status"] == "error":
        raise RuntimeError(f"{state['error']}: {state.get('error_message')}")
    return state["results"]


def is_signed(headers, body, secret):
    """Whether a webhook was sent by the service within the last five minutes. `secret` is `whsec_…`."""
    at, key = headers["webhook-timestamp"], base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{at}.{body}".encode()
    own = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    same = [hmac.compare_digest(own, one) for one in headers["webhook-signature"].split(" ")]
    return any(same) and abs(time.time() - float(at)) < 300


if __name__ == "__main__":
    source = upload(open(sys.argv[1], "rb").read(), "image/jpeg")
    task = {"src_file_id": source, "version": "1.0", "index": 0, "features": {"slim": -40}}
    result = done("/s2s/v2.0/task/body-reshape", task)
    open(sys.argv[2], "wb").write(urlopen(result["url"]).read())
