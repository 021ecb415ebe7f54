import type { SampleRequest } from '../requests.ts'

export function toAddress(baseUrl: string, { path, query }: Pick<SampleRequest, 'path' | 'query'>): string {
  const entries = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const text = new URLSearchParams(entries).toString()
  return baseUrl + path + (text === '' ? '' : `?${text}`)
}
