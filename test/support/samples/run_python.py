# Runs each sample with names of its own; every answer writes its status to the outcome.
import json
import os
import sys
import urllib.error
import urllib.request

statuses = []
urlopen = urllib.request.urlopen


def watched(*args):
    try:
        response = urlopen(*args)
    except urllib.error.HTTPError as error:
        statuses.append(error.status)
        raise
    statuses.append(response.status)
    return response


urllib.request.urlopen = watched
for job in json.load(open(sys.argv[1])):
    os.environ.update(job["environment"])
    statuses.clear()
    failure = ""
    try:
        exec(compile(open(job["file"]).read(), job["file"], "exec"), {})
    except Exception as error:
        failure = repr(error)
    with open(job["outcome"], "w") as file:
        file.write("\n".join([*map(str, statuses), failure]))
