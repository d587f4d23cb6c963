"""Receives webhooks with Flask 3. In a checkout: PYTHONPATH=packages/python WEBHOOK_SECRET=whsec_… python3 examples/webhooks/flask_app.py"""

import os

from flask import Flask, Response, request

from kith import KithError, verify_webhook

app = Flask(__name__)
seen = set()


@app.post("/")
def receive():
    try:
        # The signature is of the bytes, so nothing may parse them before.
        event = verify_webhook(os.environ["WEBHOOK_SECRET"], request.headers, request.get_data())
    except KithError:
        return Response(status=401)
    if event["type"] == "hook.challenge":
        return Response(event["data"]["challenge"], mimetype="text/plain")
    if event["id"] not in seen:
        print(f"{event['type']}: {event['data']['summary']}", flush=True)
    seen.add(event["id"])
    return Response(status=204)


if __name__ == "__main__":
    print("listening", flush=True)
    app.run("127.0.0.1", int(os.environ.get("PORT", "4040")))
