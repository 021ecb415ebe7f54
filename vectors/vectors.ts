// Every test vector: a file and what is expected of it.
import { createHash } from 'node:crypto'
import { API_VERSION } from '#contract/openapi/frame.ts'
import { type Expected, expectOf } from './expect.ts'
import { courses } from './recipes/courses.ts'
import { diagnoses } from './recipes/diagnoses.ts'
import { dialects } from './recipes/dialects.ts'
import type { Recipe } from './recipes/recipe.ts'
import { signatures } from './recipes/signatures.ts'

export interface Vector {
  name: string
  group: string
  about: string
  /** Below the folder of the manifest. */
  file: string
  sha256: string
  /** Given with the file. */
  options: { flight_date?: string }
  expected: Expected
}

const groups: Record<string, readonly Recipe[]> = { dialects, diagnoses, courses, signatures }

export const recipes: readonly Recipe[] = Object.values(groups).flat()

export function makeManifest(): { contract: string; vectors: Vector[] } {
  const vectors = Object.entries(groups).flatMap(([group, list]) =>
    list.map((recipe) => toVector(group, recipe)),
  )
  return { contract: API_VERSION, vectors }
}

function toVector(group: string, recipe: Recipe): Vector {
  const { name, about, bytes, flightDate } = recipe
  return {
    name,
    group,
    about,
    file: `files/${name}.igc`,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    options: flightDate === undefined ? {} : { flight_date: flightDate },
    expected: expectOf(recipe),
  }
}

/** The results of a vector in a line that a reviewer reads, and a digest of all that is expected. */
export function listFixed(vectors: readonly Vector[]): Record<string, string> {
  return Object.fromEntries(vectors.map(({ name, sha256, expected }) => [name, fixOne(sha256, expected)]))
}

function fixOne(sha256: string, expected: Expected): string {
  const { diagnoses, reading, certificate, signature } = expected
  const all = createHash('sha256').update(JSON.stringify(expected)).digest('hex')
  return [
    `${reading?.fixes ?? 0} fixes`,
    diagnoses.map(({ code, line }) => `${code}@${line}`).join(' ') || 'no diagnosis',
    certificate ? `${certificate.type} ${certificate.score}` : 'refused',
    signature.status,
    sha256.slice(0, 12),
    all.slice(0, 12),
  ].join(', ')
}
