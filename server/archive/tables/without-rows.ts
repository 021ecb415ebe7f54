// Tables whose rows no archive has, and why: an archive has the table, empty.
import type { Table } from './schema.ts'

export const withoutRows: Readonly<Record<string, string>> = {
  outside_files: 'An archive has every file inside.',
  rate_counters: 'Counts of the current minutes: over long before anything is restored.',
  nodes: 'Nodes that run now, which announce themselves every ten seconds.',
}

export const hasRows = ({ name }: Pick<Table, 'name'>): boolean => !Object.hasOwn(withoutRows, name)
