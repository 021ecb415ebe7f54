// Every wording of every service that is known, and what becomes of the flight.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { cloudstreet } from './cloudstreet.ts'
import { dhvXc } from './dhv-xc.ts'
import { email } from './email.ts'
import type { Answer, Kind, Outcome, Result } from './kind.ts'
import { leonardo } from './leonardo.ts'
import { s3 } from './s3.ts'
import { webdav } from './webdav.ts'
import { xccup } from './xccup.ts'

type Row = [status: number | null, body: string, result: Result, rest?: Partial<Outcome>]

const NO_ANSWER = 'connection reset'

function toAnswer(status: number | null, body: string): Answer {
  return { status, headers: {}, body, error: status === null ? body : null, retryAfterMs: 0 }
}

/** The same at every service. */
const everywhere: Row[] = [
  [null, NO_ANSWER, 'later', { words: NO_ANSWER }],
  [429, 'Too many requests', 'later', { words: 'Too many requests' }],
  [500, '<html><head><title>500</title></head><body><h1>Oops</h1></body></html>', 'later', { words: 'Oops' }],
  [502, '', 'later', { words: 'answered 502' }],
  [503, '{"error":"busy","message":"Come back"}', 'later', { words: 'Come back' }],
  [507, 'Insufficient Storage', 'later'],
  [401, 'Unauthorized', 'credential', { words: 'Unauthorized' }],
  [302, '', 'later'],
  [301, '', 'credential'],
  [418, 'I am a teapot', 'unknown'],
]
/** Where the words decide, a page in place of the service is no success. */
const wherePagesAnswer: Row[] = [[200, '<html><body>Welcome to the hotel’s network</body></html>', 'unknown']]

const json = (value: object) => JSON.stringify(value)

const rows: Record<string, [Kind, Row[]]> = {
  webdav: [
    webdav as unknown as Kind,
    [
      ...everywhere,
      [201, '', 'delivered'],
      [204, '', 'delivered'],
      [
        403,
        '<d:error xmlns:s="x"><s:message>No permission to create files</s:message></d:error>',
        'credential',
        { words: 'No permission to create files' },
      ],
      [404, '', 'missing'],
      [405, 'Method Not Allowed', 'later'],
      [412, '', 'later'],
      [413, '', 'refused'],
      [423, 'Locked', 'later'],
    ],
  ],
  s3: [
    s3 as unknown as Kind,
    [
      ...everywhere,
      [200, '', 'delivered'],
      [
        400,
        '<Error><Code>AuthorizationHeaderMalformed</Code><Message>the region is wrong</Message></Error>',
        'credential',
        { words: 'the region is wrong' },
      ],
      [403, '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>', 'credential'],
      [
        403,
        '<Error><Code>RequestTimeTooSkewed</Code><Message>The difference is too large</Message></Error>',
        'later',
      ],
      [409, '<Error><Code>ConditionalRequestConflict</Code></Error>', 'later'],
      [409, 'There is no such bucket.', 'missing'],
      [412, '<Error><Code>PreconditionFailed</Code></Error>', 'later'],
      [503, '<Error><Code>SlowDown</Code><Message>Reduce your request rate</Message></Error>', 'later'],
    ],
  ],
  cloudstreet: [
    cloudstreet as unknown as Kind,
    [
      [413, json({ error: 'storage_full', error_description: 'No room.' }), 'later', { words: 'No room.' }],
      ...everywhere,
      ...wherePagesAnswer,
      [201, json({ data: { id: 'f1', isNew: true } }), 'delivered', { foreignId: 'f1' }],
      [200, json({ data: { id: 'f1', isNew: false } }), 'duplicate', { foreignId: 'f1' }],
      [
        400,
        json({ error: 'invalid_igc', error_description: 'No fixes.' }),
        'refused',
        { words: 'No fixes.' },
      ],
      [403, json({ error: 'insufficient_scope', error_description: 'flights:write' }), 'credential'],
      [413, json({ error: 'payload_too_large' }), 'refused'],
    ],
  ],
  'dhv-xc': [
    dhvXc as unknown as Kind,
    [
      ...everywhere,
      ...wherePagesAnswer,
      [
        200,
        json({ success: true, message: 'The flight has been published under ID 1506695' }),
        'delivered',
        { foreignId: '1506695' },
      ],
      [
        200,
        json({ success: true, message: 'The flight is already stored under ID 4711' }),
        'duplicate',
        { foreignId: '4711' },
      ],
      [
        200,
        json({ success: false, message: 'Dieser Flug wurde bereits eingereicht (ID 4711)' }),
        'duplicate',
        { foreignId: '4711' },
      ],
      [200, json({ success: false, message: 'Invalid user or password' }), 'credential'],
      [200, json({ success: false, message: 'Ihr Konto ist bereits gesperrt.' }), 'refused'],
      [
        401,
        json({ success: false, message: 'Invalid user or password' }),
        'credential',
        { words: 'Invalid user or password' },
      ],
      [
        200,
        json({ success: false, message: 'The flight is older than 14 days' }),
        'refused',
        { words: 'The flight is older than 14 days' },
      ],
      [400, json({ success: false, message: 'This is not an IGC file.' }), 'refused'],
      [500, json({ success: false, message: 'already closed connection' }), 'later'],
      [200, json({ message: 'OK' }), 'unknown'],
    ],
  ],
  xccup: [
    xccup as unknown as Kind,
    [
      ...everywhere,
      ...wherePagesAnswer,
      // As a server of the version of April 2026 has answered.
      [
        200,
        'Der Flug wurde mit dem Gerät Sky Apollo eingereicht. Du findest deinen Flug unter https://xccup.net/flug/1.',
        'delivered',
        { foreignId: '1', link: 'https://xccup.net/flug/1' },
      ],
      [
        403,
        'A flight with same takeoff site and time is already present. See Flight with ID 12',
        'duplicate',
        { foreignId: '12' },
      ],
      [
        403,
        'Found no takeoff in DB for lat: 47.66325 long: 11.794366666666667 within distance of 5000m',
        'refused',
      ],
      [403, 'The current club of user is not active', 'credential'],
      [400, 'Kein Standardgerät im Profil definiert', 'credential'],
      [400, 'Error parsing IGC File Missing A record', 'refused'],
      [429, 'Too many requests, please try again later.', 'later'],
      // As its sources have it.
      [403, "It's not possible to change a flight later than 14 days after takeoff", 'refused'],
      [400, json({ errors: [{ msg: 'HTML is not allowed', path: 'IGCigcIGC' }] }), 'refused'],
      [413, 'XCCup takes files of at most 3 MB.', 'refused'],
    ],
  ],
  leonardo: [
    leonardo as unknown as Kind,
    [
      ...everywhere,
      ...wherePagesAnswer,
      [
        200,
        "<html><body>Your flight has been submitted<br><br><a href='http://league.example/index.php?name=leonardo&amp;op=show_flight&amp;flightID=4711'>Press here to view it</a></body></html>",
        'delivered',
        {
          foreignId: '4711',
          link: 'http://league.example/index.php?name=leonardo&op=show_flight&flightID=4711',
        },
      ],
      [
        200,
        "<html><body>Dein Flug wurde eingereicht<br><br><a href='https://league.example/leonardo/flight/4711'>Hier klicken</a>",
        'delivered',
        { foreignId: '4711' },
      ],
      [
        200,
        "<html><body>problem<br>There is already a flight with the same date and time<br><br>If you want to substitute it you should first <a href='http://league.example/flight/12'>delete the old one</a>",
        'duplicate',
        { foreignId: '12' },
      ],
      [
        200,
        "<html><body>problem<br>Eine Datei mit dem selben Datum und Uhrzeit existiert bereits (HASH) <br><br><a href='http://league.example/flight/12'>l&ouml;schen</a>",
        'duplicate',
        { foreignId: '12' },
      ],
      [200, '<html><body>Invalid user data<BR></BODY></HTML>', 'credential', { words: 'Invalid user data' }],
      [200, '<html><body>problem<br>Invalid user data</body></html>', 'credential'],
      [200, '<html><body>problem<br>Direct upload is not permitted on this server.', 'credential'],
      [
        200,
        '<html><body>problem<br>Keine gültige .igc Datei',
        'refused',
        { words: 'Keine gültige .igc Datei' },
      ],
      [200, '<html><body>problem<br>The date of the flight is in the future<BR>Please use', 'refused'],
      [200, '<html><body>problem<br>', 'unknown'],
      [200, '<html><body>problem<br>Too many requests; try again in 60 seconds.</body></html>', 'later'],
      [200, '<html><body>Cannot write to file (/var/www/x.igc) on server <br></BODY></HTML>', 'later'],
      [200, '<html><body>Cannot open file (/var/www/x.igc) on server for writing<BR></BODY></HTML>', 'later'],
    ],
  ],
  email: [
    email as unknown as Kind,
    [
      [250, '2.0.0 Ok: queued', 'delivered'],
      [null, NO_ANSWER, 'later', { words: NO_ANSWER }],
      [421, 'Service not available', 'later'],
      [452, 'Insufficient system storage', 'later'],
      [535, 'Authentication failed', 'later'],
      [550, 'No such user here', 'refused', { words: 'No such user here' }],
      [552, 'Message size exceeds fixed limit', 'refused'],
      [552, '5.2.2 Mailbox is full', 'later', { words: '5.2.2 Mailbox is full' }],
    ],
  ],
}

for (const [name, [kind, table]] of Object.entries(rows))
  suite(`answers of ${name}`, () => {
    for (const [status, body, result, rest = {}] of table)
      test(`${status} ${body.slice(0, 80)} is ${result}`, () => {
        const outcome = kind.classify(toAnswer(status, body))
        assert.equal(outcome.result, result, outcome.words)
        for (const [member, value] of Object.entries(rest))
          assert.equal(outcome[member as keyof Outcome], value)
        assert.doesNotMatch(outcome.words ?? '', /<|\p{Cc}/u)
      })

    test('a long answer is cut', () => {
      const { words = '' } = kind.classify(toAnswer(452, 'x'.repeat(100_000)))
      assert.equal(words.length, 1000)
    })
  })

test('each kind says how a flight that may have arrived is not doubled', () => {
  const { doubles, ...silent } = cloudstreet
  // @ts-expect-error: otherwise it is no kind.
  const bad: typeof cloudstreet = silent
  assert.ok(doubles && bad)
  for (const [name, [kind, table]] of Object.entries(rows))
    if (kind.doubles === 'answer')
      assert.ok(
        table.some(([, , result]) => result === 'duplicate'),
        name,
      )
})

test('a file that a folder has already is a duplicate, whatever status it was read with', () => {
  for (const kind of [webdav, s3]) {
    const read = { ...toAnswer(200, 'already there'), known: { foreignId: '1.igc', wasThere: true } }
    const { result, foreignId } = kind.classify(read)
    assert.deepEqual([result, foreignId], ['duplicate', '1.igc'])
  }
})

test('the time that a service asks for is kept', () => {
  const busy = { ...toAnswer(429, 'Too many'), retryAfterMs: 3_569_000 }
  assert.equal(xccup.classify(busy).retryAfterMs, 3_569_000)
})

test('a hostile answer does not keep the process busy', () => {
  const pieces = [
    'x',
    '<',
    '<a ',
    '<style ',
    '<message>',
    '&',
    ' ',
    'http://',
    'problem<br>',
    'ID 1 ',
    '{"a":',
  ]
  const before = process.cpuUsage()
  for (const [kind] of Object.values(rows))
    for (const piece of pieces)
      for (const status of [200, 403, 500])
        kind.classify(toAnswer(status, piece.repeat(65_536 / piece.length)))
  const { user } = process.cpuUsage(before)
  // 240 answers; one took 20 s with a pattern that began again at each "<".
  assert.ok(user < 5_000_000, `${user} µs`)
})
