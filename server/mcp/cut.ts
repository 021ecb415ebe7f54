// Names that people have given may be long: in lists they are cut, and so a list is never longer than a reader wants.
const MAX_NAME = 40

export const cutName = (name: string) => cut(name, MAX_NAME)

export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`
}
