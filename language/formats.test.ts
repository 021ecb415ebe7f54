import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { formatDuration, Formats } from './formats.ts'
import { type Language, languages } from './preferences.ts'
import { formatsFor, textsIn } from './server.ts'
import { frenchPlural, plural } from './plural.ts'

const metric = (language: Language) => formatsFor({ language, units: 'metric', clock: '24h' })
const imperial = (language: Language) => formatsFor({ language, units: 'imperial', clock: '12h' })
/** Day before month, as pilots in Europe write it. */
const localeOf = (language: Language) => (language === 'en' ? 'en-GB' : language)
const spaced = (text: string) => text.replaceAll('\u{A0}', ' ').replaceAll('\u{202F}', ' ')

const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`)

suite('numbers and dates are written as Intl would', () => {
  for (const language of languages) {
    const locale = localeOf(language)
    const format = metric(language)
    const intl = (date: string, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
        .format(new Date(date))
        // British English has the only month of four letters among three.
        .replace('Sept ', language === 'en' ? 'Sep ' : 'Sept ')

    test(`numbers in ${language}`, () => {
      for (const digits of [0, 1, 2]) {
        const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
        const numbers = new Intl.NumberFormat(locale, options)
        for (const value of [0, 7, 999, 1000, 1234.5, -1234.5, 12_345.67, 123_456, 1_234_567.89])
          assert.equal(
            spaced(format.number(value, digits)),
            spaced(numbers.format(value)),
            `${value}, ${digits}`,
          )
      }
    })

    test(`dates in ${language}`, () => {
      for (const month of months) {
        for (const day of ['01', '09', '17', '28']) {
          const date = `${month}-${day}`
          assert.equal(
            format.day(date),
            intl(date, { day: 'numeric', month: 'short', year: 'numeric' }),
            date,
          )
          assert.equal(
            format.longDay(date),
            intl(date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
            date,
          )
        }
        assert.equal(
          format.monthOfYear(month),
          intl(month, { month: 'short', year: 'numeric' }).replace(
            'Sept 2',
            language === 'en' ? 'Sep 2' : 'Sept 2',
          ),
        )
        const label = intl(month, { month: 'short' })
        assert.equal(format.month(month), language === 'en' ? label.slice(0, 3) : label)
      }
    })

    test(`times in ${language}`, () => {
      for (const hour of [0, 1, 11, 12, 13, 23]) {
        const seconds = Date.UTC(2026, 4, 17, hour, 5, 9) / 1000
        for (const [clock, formats] of [
          ['24h', format],
          ['12h', imperial(language)],
        ] as const) {
          const write = (options: Intl.DateTimeFormatOptions) =>
            new Intl.DateTimeFormat(locale, {
              timeZone: 'UTC',
              hour: clock === '24h' ? '2-digit' : 'numeric',
              minute: '2-digit',
              hourCycle: clock === '24h' ? 'h23' : 'h12',
              ...options,
            }).format(seconds * 1000)
          assert.equal(spaced(formats.localTime(seconds, 0)), spaced(write({})))
          assert.equal(spaced(formats.localTime(seconds, 0, true)), spaced(write({ second: '2-digit' })))
        }
      }
    })

    test(`how long ago in ${language}`, () => {
      // Not “the day before yesterday”, which some of them have and others lack.
      const one = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
      const several = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
      const say = (count: number, unit: Intl.RelativeTimeFormatUnit) =>
        (Math.abs(count) === 1 ? one : several).format(count, unit)
      const now = Date.parse('2026-05-20T12:00:00Z')
      const spans = { minute: 60, hour: 3600, day: 86_400 } as const
      for (const [unit, seconds] of Object.entries(spans)) {
        for (const count of [1, 2, 5, 23]) {
          for (const sign of [-1, 1]) {
            const expected = say(sign * count, unit as keyof typeof spans)
            assert.equal(format.ago(now + sign * count * seconds * 1000, now), expected)
          }
        }
      }
    })

    test(`the plural in ${language}`, () => {
      const rules = new Intl.PluralRules(locale)
      const form = language === 'fr' ? frenchPlural : plural
      for (const count of [0, 1, 2, 3, 11, 21, 100, 999_999])
        assert.equal(form(count, 'one', 'other'), rules.select(count), String(count))
    })
  }
})

suite('quantities', () => {
  test('metric', () => {
    const format = metric('en')
    assert.deepEqual(
      [format.quantity('distance', 123.45), format.quantity('altitude', 2345.4)],
      ['123.5\u{A0}km', '2,345\u{A0}m'],
    )
    assert.deepEqual(
      [format.quantity('climb', -1.26), format.quantity('speed', 37.6)],
      ['−1.3\u{A0}m/s', '38\u{A0}km/h'],
    )
    assert.equal(format.figure('distance', 1234.5), '1,235')
  })

  test('imperial: miles, feet, feet a minute', () => {
    const format = imperial('en')
    assert.deepEqual(
      [format.quantity('distance', 100), format.quantity('altitude', 1000)],
      ['62.1\u{A0}mi', '3,281\u{A0}ft'],
    )
    assert.deepEqual(
      [format.quantity('climb', 2), format.quantity('speed', 38)],
      ['+394\u{A0}fpm', '24\u{A0}mph'],
    )
  })

  test('what rounds to nothing has no sign', () => {
    assert.equal(metric('en').figure('climb', -0.04), '0.0')
    assert.equal(imperial('en').figure('climb', -0.002), '0')
    // 24 m in 20 minutes.
    assert.equal(metric('en').figure('climb', -24 / 1200), '0.0')
    assert.equal(metric('en').signed(-0.4, 0), '0')
    assert.equal(metric('en').number(-0.4), '0')
  })

  test('a detail follows a colon, in French after a space', () => {
    assert.equal(metric('fr').with('Non compté', 'une copie'), 'Non compté\u{A0}: une copie')
    assert.equal(metric('de').with('Zählt nicht', 'eine Kopie'), 'Zählt nicht: eine Kopie')
  })

  test('points are the same in both', () => {
    assert.equal(metric('de').points(1234.567), '1.234,57')
    assert.equal(imperial('de').points(1234.567), '1.234,57')
  })

  test('a duration is hours and minutes', () => {
    assert.deepEqual([45 * 60, 3 * 3600 + 7 * 60].map(formatDuration), ['45 min', '3 h 07'])
  })

  test('a size has the decimal of the language', () => {
    assert.equal(metric('fr').bytes(1_572_864), '1,5 MB')
    assert.ok(new Formats(textsIn('en').formats, { units: 'metric', clock: '24h' }).bytes(12) === '12 B')
  })
})
