// The kinds of settings: how the text of one is read, and what it must be.

export interface Setting<Value> {
  readonly parse: (text: string) => Value
  /** Undefined: the setting may be absent. */
  readonly fallback: string | undefined
  /** Follows "must be" in an error. */
  readonly mustBe: string
  readonly meaning: string
}

/** A setting that cannot be used; its message is for the operator. */
export class ConfigError extends Error {}

/** The setting's text is not what it must be; the message, if there is one, says why. */
export class InvalidSetting extends Error {}

export function text(
  fallback: string | undefined,
  mustBe: string,
  meaning: string,
): Setting<string | undefined> {
  return { parse: (value) => value, fallback, mustBe, meaning }
}

export function wholeNumber(
  fallback: number,
  minimum: number,
  maximum: number,
  meaning: string,
): Setting<number> {
  return {
    parse: (value) => {
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
      if (!(number >= minimum && number <= maximum)) throw new InvalidSetting()
      return number
    },
    fallback: String(fallback),
    mustBe: `a whole number from ${minimum} to ${maximum}`,
    meaning,
  }
}

export function optionalWholeNumber(
  minimum: number,
  maximum: number,
  meaning: string,
): Setting<number | undefined> {
  return { ...wholeNumber(0, minimum, maximum, meaning), fallback: undefined }
}

export function oneOf<Choice extends string>(
  choices: readonly Choice[],
  fallback: Choice,
  meaning: string,
): Setting<Choice> {
  return {
    parse: (value) => {
      const choice = choices.find((candidate) => candidate === value)
      if (choice === undefined) throw new InvalidSetting()
      return choice
    },
    fallback,
    mustBe: `one of: ${choices.join(', ')}`,
    meaning,
  }
}

export function flag(meaning: string, fallback: 'true' | 'false' = 'false'): Setting<boolean> {
  const { parse, ...rest } = oneOf(['true', 'false'], fallback, meaning)
  return { ...rest, parse: (value) => parse(value) === 'true' }
}

export function url(protocols: readonly string[], meaning: string): Setting<string | undefined> {
  return {
    parse: (value) => {
      const parsed = URL.parse(value)
      if (!parsed || !protocols.includes(parsed.protocol)) throw new InvalidSetting()
      return value.replace(/\/+$/, '')
    },
    fallback: undefined,
    mustBe: `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    meaning,
  }
}

export function moment(meaning: string): Setting<number | undefined> {
  return {
    parse: (value) => {
      const time = Date.parse(value)
      if (!/^\d{4}-\d\d-\d\d/.test(value) || Number.isNaN(time)) throw new InvalidSetting()
      return time
    },
    fallback: undefined,
    mustBe: 'a date such as 2027-01-01',
    meaning,
  }
}

export function emails(meaning: string): Setting<readonly string[]> {
  return {
    parse: (value) => {
      const addresses = value.split(/[\s,]+/).filter((part) => part !== '')
      if (!addresses.every((address) => /^[^@]+@[^@]+$/.test(address))) throw new InvalidSetting()
      return addresses.map((address) => address.toLowerCase())
    },
    fallback: '',
    mustBe: 'email addresses separated by commas',
    meaning,
  }
}
