// Reads the members of a JSON object one by one, and writes down what is wrong with them, each in a sentence that
// says where it is: a file with three mistakes is told all three.

export interface Form {
  readonly pattern: RegExp
  /** Follows "must". */
  readonly says: string
}

export interface Reader {
  text(name: string, form: Form): string
  textOrNull(name: string, form: Form): string | null
  texts(name: string, most: number, form: Form): string[] | null
  number(name: string, least: number, most: number, fallback?: number): number
  numberOrNull(name: string, least: number, most: number): number | null
  wholeNumber(name: string, least: number, most: number, fallback: number): number
  numbersByName(name: string, form: Form, least: number, most: number): Record<string, number> | null
  oneOf<Choice extends string>(name: string, choices: readonly Choice[], otherwise: Choice): Choice
  list<Item>(name: string, most: number, read: (item: Reader) => Item): Item[]
  member<Value>(name: string, read: (member: Reader) => Value): Value | undefined
  /** "NAME of WHERE must WHAT." */
  refuse(name: string, what: string): void
  /** Refuses unknown members: a slip in a name would else count for nothing. */
  end(): void
}

type Members = Record<string, unknown>

export function createReader(value: unknown, where: string, mistakes: string[]): Reader {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject) mistakes.push(`${where} must be an object.`)
  // A value that is no object is reported once, not once for each member that it lacks.
  return isObject ? readMembers(value as Members, where, mistakes) : readMembers({}, where, [])
}

function readMembers(members: Members, where: string, mistakes: string[]): Reader {
  const asked = new Set<string>()
  const refuse = (name: string, what: string) => void mistakes.push(`${name} of ${where} must ${what}.`)
  const take = (name: string): unknown => {
    asked.add(name)
    return Object.hasOwn(members, name) ? members[name] : undefined
  }
  const isAbsent = (value: unknown) => value === undefined || value === null
  const checkText = (value: unknown, name: string, { pattern, says }: Form): string => {
    if (typeof value === 'string' && pattern.test(value)) return value
    refuse(name, says)
    return ''
  }
  const checkNumber = (value: unknown, name: string, least: number, most: number): number => {
    if (typeof value === 'number' && value >= least && value <= most) return value
    refuse(name, `be a number from ${shorten(least)} to ${shorten(most)}`)
    return least
  }
  const checkList = (value: unknown, name: string, most: number): unknown[] => {
    if (Array.isArray(value) && value.length > 0 && value.length <= most) return value
    refuse(name, `be a list of 1 to ${most}`)
    return []
  }
  const reader: Reader = {
    refuse,
    text: (name, form) => checkText(take(name), name, form),
    textOrNull: (name, form) => (isAbsent(take(name)) ? null : checkText(members[name], name, form)),
    texts: (name, most, form) =>
      isAbsent(take(name))
        ? null
        : checkList(members[name], name, most).map((item, at) => checkText(item, nameItem(name, at), form)),
    number: (name, least, most, fallback) =>
      take(name) === undefined && fallback !== undefined
        ? fallback
        : checkNumber(members[name], name, least, most),
    numberOrNull: (name, least, most) =>
      isAbsent(take(name)) ? null : checkNumber(members[name], name, least, most),
    wholeNumber(name, least, most, fallback) {
      const value = take(name) ?? fallback
      if (Number.isInteger(value)) return checkNumber(value, name, least, most)
      refuse(name, `be a whole number from ${least} to ${most}`)
      return fallback
    },
    numbersByName(name, form, least, most) {
      const value = take(name)
      if (isAbsent(value)) return null
      if (typeof value !== 'object' || Array.isArray(value)) {
        refuse(name, 'be an object')
        return null
      }
      const entries = Object.entries(value as Members).slice(0, most)
      for (const [key] of entries) checkText(key, `Each name in ${name}`, form)
      return Object.fromEntries(
        entries.map(([key, number]) => [key, checkNumber(number, `${name}.${key}`, least, most)]),
      )
    },
    oneOf(name, choices, otherwise) {
      const value = take(name)
      const choice = choices.find((candidate) => candidate === value)
      if (choice === undefined) refuse(name, `be one of: ${choices.join(', ')}`)
      return choice ?? otherwise
    },
    list: (name, most, read) =>
      checkList(take(name), name, most).map((item, at) =>
        read(createReader(item, `${nameItem(name, at)} of ${where}`, mistakes)),
      ),
    member(name, read) {
      const value = take(name)
      return read(createReader(value, `${name} of ${where}`, mistakes))
    },
    end() {
      for (const name of Object.keys(members))
        if (!asked.has(name))
          mistakes.push(`${JSON.stringify(name).slice(0, 60)} of ${where} is not known here.`)
    },
  }
  return reader
}

const nameItem = (name: string, at: number) => `${name}[${at}]`

function shorten(number: number): string {
  return String(Number(number.toFixed(4)))
}
