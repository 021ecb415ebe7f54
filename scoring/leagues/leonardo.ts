// The rules of the Online Contest's paragliding years, which the servers of the Leonardo project still use.
import { openFlatFai, within } from './categories.ts'
import { defineLeague } from './league.ts'

const NOTES =
  'Leonardo rounds each leg to the metre before it compares: close to the limits of 28 and 20 % its answer can differ.'
const rounding = { distanceDecimals: 3, scoreDecimals: 3 }

export const leonardo = defineLeague({ id: 'leonardo', name: 'Leonardo XC', seasonStart: null }, [
  {
    version: '1',
    validFrom: null,
    sources: ['leonardoxc, config.php (set 1) and server/olc2002.c'],
    categories: openFlatFai([1.5, 1.75, 2], within(0.2)),
    notes: NOTES,
    ...rounding,
  },
])

export const leonardoFai = defineLeague({ id: 'leonardo-fai', name: 'Leonardo FAI', seasonStart: null }, [
  {
    version: '2',
    validFrom: null,
    sources: ['leonardoxc, config.php (set 2) and server/olc2002.c'],
    categories: openFlatFai([1, 1.2, 1.4], within(0.2)),
    notes: NOTES,
    ...rounding,
  },
])

export const pgxc = defineLeague({ id: 'pgxc', name: 'PGXC', seasonStart: null }, [
  {
    version: '2024',
    validFrom: '2024-01-01',
    validTo: '2024-12-31',
    sources: ['https://pgxc.pl/2024/1'],
    categories: openFlatFai([1.5, 1.75, 2], within(0.2)),
    notes: NOTES,
    ...rounding,
  },
])

export const wxc = defineLeague({ id: 'wxc', name: 'World XC Online Contest', seasonStart: null }, [
  {
    version: '2019',
    validFrom: '2019-11-01',
    basis: 'program',
    sources: ['flyXC, commit 1226f8c (2019-11-01)'],
    categories: openFlatFai([1, 1.75, 2], within(0.2)),
    notes: 'How it rounds is not established.',
  },
])
