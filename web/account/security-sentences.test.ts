import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SecurityEvent } from '#dashboard/security.ts'
import { languages } from '#language/preferences.ts'
import { loadTexts } from '../language/texts.ts'
import { describeEvent } from './security-sentences.ts'

const entry = (kind: SecurityEvent['kind'], subject: string) =>
  describeEvent({ kind, subject, actor: 'user', times: 1 } as SecurityEvent)

const load = (language: (typeof languages)[number]) => loadTexts({ language, units: 'metric', clock: '24h' })

test('the security log names in the language of its reader what was signed in with', async () => {
  await load('de')
  assert.equal(entry('signed_in', 'password'), 'Angemeldet mit Passwort')
  assert.equal(
    entry('signed_in', 'password and recovery code'),
    'Angemeldet mit Passwort und Wiederherstellungscode',
  )
  assert.equal(
    entry('second_factor_added', 'passkey My phone'),
    'Zweiter Faktor hinzugefügt: Passkey: My phone',
  )
  assert.equal(entry('access_reviewed', 'ended 2, kept 1'), 'Zugriffe geprüft: 2 beendet, 1 behalten')
})

test('names that people chose are never translated', async () => {
  await load('de')
  assert.equal(entry('key_created', 'password'), 'Schlüssel erstellt: password')
})

test('no entry shows the name of a kind', async () => {
  for (const language of languages) {
    await load(language)
    assert.doesNotMatch(entry('sharing_widened', 'flightsShared 3'), /flightsShared/)
    assert.match(entry('sharing_undone', 'addressChosen mara'), /: mara$/)
  }
})
