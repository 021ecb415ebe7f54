// Gliders of an export, of this service or of another installation: what is there already stays as it is.
import { type GliderClass, gliderClasses } from '#contract/logbook/glider-classes.ts'
import type { GliderRegistration } from '#contract/logbook/gliders.ts'
import { MAX_GLIDER_NAME_LENGTH } from '#contract/logbook/lengths.ts'
import type { Services } from '#server/platform/services.ts'
import { isDay } from '#server/platform/time.ts'
import { fold } from '#language/fold.ts'
import { cleanName, holdList, insertGlider, listKnown, MAX_GLIDERS } from './store.ts'

/** Undefined when there is none in it. Invalid members are left out: the flight itself gets in. */
export function readGlider(value: unknown): GliderRegistration | undefined {
  const { name, class: given, isDefault, isRetired, inspectedOn } = (value ?? {}) as Record<string, unknown>
  const clean = typeof name === 'string' ? cleanName(name) : ''
  if (clean === '' || Array.from(clean).length > MAX_GLIDER_NAME_LENGTH) return undefined
  return {
    name: clean,
    class: gliderClasses.find((known) => known === given) ?? ('other' satisfies GliderClass),
    isDefault: isDefault === true,
    isRetired: isRetired === true,
    inspectedOn: typeof inspectedOn === 'string' && isDay(inspectedOn) ? inspectedOn : null,
  }
}

/** The file gliders.json of an export. */
export function readGliders(text: string): GliderRegistration[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.slice(0, MAX_GLIDERS).flatMap((one) => readGlider(one) ?? []) : []
  } catch {
    return []
  }
}

/** Adds those that the pilot has not, as long as there is room; a default only where the pilot has none. How many. */
export async function keepGliders(
  { db, now }: Services,
  ownerId: string,
  gliders: readonly GliderRegistration[],
): Promise<number> {
  return db.transaction(async (sql) => {
    if (gliders.length === 0 || !(await holdList(sql, ownerId))) return 0
    const known = await listKnown(sql, ownerId)
    const names = new Set(known.map((glider) => glider.folded_name))
    let hasDefault = known.some((glider) => glider.is_default)
    let added = 0
    for (const glider of gliders) {
      if (names.has(fold(glider.name)) || names.size >= MAX_GLIDERS) continue
      const isDefault = !hasDefault && glider.isDefault === true
      await insertGlider(sql, now(), ownerId, { ...glider, isDefault })
      names.add(fold(glider.name))
      hasDefault ||= isDefault
      added++
    }
    return added
  })
}
