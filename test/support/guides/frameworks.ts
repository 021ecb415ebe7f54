// What stands around the samples of "Webhooks in your framework", so that they run.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { root } from './blocks.ts'

export interface Program {
  files: Record<string, string>
  /** In the folder of the files. */
  command: string[]
  /** A folder of node_modules that it needs. */
  modules?: string
}

export interface Sample {
  verifier: string
  receiver: string
}

const PYTHON = '/usr/bin/python3'
const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const ownModules = process.env.RECEIVER_MODULES ?? join(root, 'node_modules')
const isModule = (name: string) => () => existsSync(join(ownModules, name, 'package.json'))

/** Programs that read `cases.json` and print true or false for each. */
export const verifiers: { heading: string; probe: string[]; program: (verifier: string) => Program }[] = [
  {
    heading: 'JavaScript and TypeScript',
    probe: [process.execPath, '--version'],
    program: (verifier) => ({
      files: {
        'cases.mjs': `import { readFileSync } from 'node:fs'
${verifier}
for (const [secret, headers, body] of JSON.parse(readFileSync('cases.json', 'utf8')))
  console.log(isGenuine(secret, headers, Buffer.from(body, 'base64')))
`,
      },
      command: [process.execPath, 'cases.mjs'],
    }),
  },
  {
    heading: 'Python',
    probe: ['python3', '--version'],
    program: (verifier) => ({
      files: {
        'cases.py': `import json
${verifier}

for secret, headers, body in json.load(open("cases.json")):
    print(str(is_genuine(secret, headers, base64.b64decode(body))).lower())
`,
      },
      command: ['python3', 'cases.py'],
    }),
  },
  {
    heading: 'Ruby',
    probe: ['ruby', '--version'],
    program: (verifier) => ({
      files: {
        'cases.rb': `require "json"
${verifier}
JSON.parse(File.read("cases.json")).each do |secret, headers, body|
  puts genuine?(secret, headers, Base64.decode64(body))
end
`,
      },
      command: ['ruby', 'cases.rb'],
    }),
  },
  {
    heading: 'PHP',
    probe: ['php', '--version'],
    program: (verifier) => ({
      files: {
        'cases.php': `<?php
${verifier}
foreach (json_decode(file_get_contents('cases.json'), true) as [$secret, $headers, $body]) {
    [$id, $sentAt, $signatures] = [$headers['webhook-id'], $headers['webhook-timestamp'], $headers['webhook-signature']];
    echo is_genuine($secret, $id, $sentAt, $signatures, base64_decode($body)) ? "true\\n" : "false\\n";
}
`,
      },
      command: ['php', 'cases.php'],
    }),
  },
  {
    heading: 'Go',
    probe: ['go', 'version'],
    program: (verifier) => ({
      files: {
        'cases.go': `${goHead('encoding/json')}
${verifier}
func main() {
	text, _ := os.ReadFile("cases.json")
	var cases [][3]json.RawMessage
	_ = json.Unmarshal(text, &cases)
	for _, one := range cases {
		var secret string
		var headers map[string]string
		var body []byte
		_ = json.Unmarshal(one[0], &secret)
		_ = json.Unmarshal(one[1], &headers)
		_ = json.Unmarshal(one[2], &body)
		header := http.Header{}
		for name, value := range headers {
			header.Set(name, value)
		}
		fmt.Println(isGenuine(secret, header, body))
	}
}
`,
      },
      command: ['go', 'run', 'cases.go'],
    }),
  },
]

interface Framework {
  heading: string
  /** The heading of its verifier. */
  language: string
  isHere: () => boolean
  program: (sample: Sample, port: string) => Program
}

/** Each serves `/hook` at its port; `later` prints what was taken. */
export const frameworks: Framework[] = [
  {
    heading: 'Express',
    language: 'JavaScript and TypeScript',
    isHere: isModule('express'),
    program: ({ verifier, receiver }) =>
      inNode(`import express from 'express'
${verifier}
${nodeHead}
const app = express()
${receiver}
app.use(express.json())
app.listen(PORT, '127.0.0.1')
`),
  },
  {
    heading: 'Fastify',
    language: 'JavaScript and TypeScript',
    isHere: () => true,
    program: ({ verifier, receiver }) => ({
      ...inNode(`import Fastify from 'fastify'
${verifier}
${nodeHead}
const app = Fastify()
${receiver}
await app.listen({ port: Number(PORT) })
`),
      modules: join(root, 'node_modules'),
    }),
  },
  {
    heading: 'Next.js',
    language: 'JavaScript and TypeScript',
    isHere: isModule('next'),
    program: ({ verifier, receiver }, port) => ({
      files: {
        'package.json': '{ "private": true, "type": "module" }',
        'verify.js': verifier,
        // Of a file with types it would install a compiler.
        'app/hook/route.js': `import { isGenuine } from '../../verify.js'
const { SECRET } = process.env
const later = (id) => console.log('later ' + id)
${stripTypeScriptTypes(receiver)}
`,
      },
      command: [
        'env',
        'NEXT_TELEMETRY_DISABLED=1',
        process.execPath,
        'node_modules/next/dist/bin/next',
        'dev',
        '--webpack',
        '-p',
        port,
      ],
      modules: ownModules,
    }),
  },
  {
    heading: 'Flask',
    language: 'Python',
    isHere: () => runs(PYTHON, '-c', 'import flask'),
    program: (sample) =>
      inPython(sample, 'from flask import Flask, request\napp = Flask(__name__)', 'app.run(port=PORT)'),
  },
  {
    heading: 'Django',
    language: 'Python',
    isHere: () => runs(PYTHON, '-c', 'import django'),
    program: (sample) =>
      inPython(
        sample,
        `from django.conf import settings
settings.configure(
    ALLOWED_HOSTS=["*"],
    MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"],
    ROOT_URLCONF=__name__,
    SECRET_KEY="x",
)
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST`,
        `urlpatterns = [path("hook", hook)]
execute_from_command_line(["receiver", "runserver", "--noreload", f"127.0.0.1:{PORT}"])`,
      ),
  },
  {
    heading: 'FastAPI',
    language: 'Python',
    isHere: () => runs(PYTHON, '-c', 'import fastapi, uvicorn'),
    program: (sample) =>
      inPython(
        sample,
        'import uvicorn\nfrom fastapi import FastAPI, Request, Response\napp = FastAPI()',
        'uvicorn.run(app, port=PORT)',
      ),
  },
  {
    heading: 'Rails',
    language: 'Ruby',
    isHere: () => runs('ruby', '-e', 'require "action_controller/railtie"; require "puma"'),
    program: ({ verifier, receiver }, port) => ({
      files: {
        'config.ru': 'require_relative "site"\nrun Site\n',
        'site.rb': `require "action_controller/railtie"
${verifier}
SECRET = ENV.fetch("SECRET")
$stdout.sync = true
def later(id, _event) = puts("later #{id}")
class Site < Rails::Application
  config.secret_key_base = "x" * 64
  config.eager_load = false
  config.hosts.clear
  routes.append { post "/hook", to: "hooks#create" }
end
${receiver}
Site.initialize!
`,
      },
      command: ['ruby', '-S', 'puma', '-b', `tcp://127.0.0.1:${port}`, 'config.ru'],
    }),
  },
  {
    heading: 'Laravel',
    language: 'PHP',
    isHere: () => existsSync('/usr/share/php/Illuminate/Foundation/Application.php'),
    program: ({ verifier, receiver }, port) => ({
      files: {
        'index.php': `<?php
require '/usr/share/php/Illuminate/autoload.php';
use Illuminate\\Http\\Request;
use Illuminate\\Support\\Facades\\Route;
${verifier}
define('SECRET', getenv('SECRET'));
function later(string $id, array $event): void { file_put_contents('php://stderr', "later $id\\n"); }
$site = new Illuminate\\Foundation\\Application(__DIR__);
$site->instance('config', new Illuminate\\Config\\Repository(['view' => ['paths' => [], 'compiled' => __DIR__]]));
$site->register(Illuminate\\Filesystem\\FilesystemServiceProvider::class);
$site->register(Illuminate\\View\\ViewServiceProvider::class);
Illuminate\\Support\\Facades\\Facade::setFacadeApplication($site);
${receiver}
$request = Request::capture();
$site->instance('request', $request);
$site['router']->dispatch($request)->send();
`,
      },
      command: ['php', '-S', `127.0.0.1:${port}`, 'index.php'],
    }),
  },
  {
    heading: 'net/http',
    language: 'Go',
    isHere: () => runs('go', 'version'),
    program: ({ verifier, receiver }, port) => ({
      files: {
        'receiver.go': `${goHead('io')}
${verifier}
func later(id string, _ []byte) { fmt.Println("later " + id) }

func main() {
	secret := os.Getenv("SECRET")
${receiver.replaceAll(/^/gm, '\t')}
	_ = http.ListenAndServe("127.0.0.1:${port}", nil)
}
`,
      },
      command: ['go', 'run', 'receiver.go'],
    }),
  },
]

const nodeHead = "const { SECRET, PORT } = process.env\nconst later = (id) => console.log('later ' + id)"

function inNode(code: string): Program {
  return { files: { 'receiver.mjs': code }, command: [process.execPath, 'receiver.mjs'], modules: ownModules }
}

function inPython({ verifier, receiver }: Sample, head: string, end: string): Program {
  const code = `import json
import os
${head}
${verifier}
SECRET = os.environ["SECRET"]
PORT = int(os.environ["PORT"])


def later(event_id, _event):
    print("later", event_id, flush=True)


${receiver}


${end}
`
  return { files: { 'receiver.py': code }, command: [PYTHON, 'receiver.py'] }
}

function goHead(...more: string[]): string {
  const used = [
    'crypto/hmac',
    'crypto/sha256',
    'encoding/base64',
    'fmt',
    'net/http',
    'os',
    'strconv',
    'strings',
    'time',
  ]
  return `package main\n\nimport (\n${[...used, ...more].map((name) => `\t"${name}"`).join('\n')}\n)\n`
}
