// The pilot's own gliders.
import { type CallOptions, call, type Client, create, pathTo, post } from './client.ts'
import { type List, list, type ListOptions } from './list.ts'
import type { Glider, GliderChange, GliderFlights, GliderRegistration } from './types.ts'

const ROOT = 'gliders'
const pathOf = (id: string) => pathTo(ROOT, id)

/**
 * All gliders, with how much each has flown, in all and since its last inspection.
 *
 * @example
 * for await (const { name, flights, seconds } of listGliders(client)) console.log(name, flights, seconds / 3600)
 */
export function listGliders(client: Client, { limit, ...options }: ListOptions = {}): List<Glider> {
  return list(client, ROOT, { limit }, options)
}

/**
 * Adds a glider.
 *
 * @example
 * const { id } = await addGlider(client, { name: 'Ozone Alpina 5 M', class: 'C', isDefault: true })
 */
export function addGlider(
  client: Client,
  glider: GliderRegistration,
  options?: CallOptions,
): Promise<Glider> {
  return create(client, ROOT, glider, options)
}

/**
 * Changes what is given.
 *
 * @example
 * await changeGlider(client, id, { inspectedOn: '2026-03-01' })
 */
export function changeGlider(
  client: Client,
  id: string,
  change: GliderChange,
  options?: CallOptions,
): Promise<Glider> {
  return call(client, 'PATCH', pathOf(id), { json: change, ...options })
}

/**
 * Deletes a glider that has no flights.
 *
 * @example
 * await deleteGlider(client, id)
 */
export function deleteGlider(client: Client, id: string, options?: CallOptions): Promise<void> {
  return call(client, 'DELETE', pathOf(id), options)
}

/**
 * Chooses the glider for all flights of some days that have none. Returns how many were changed.
 *
 * @example
 * await addGliderFlights(client, id, { from: '2024-01-01', to: '2025-12-31' })
 */
export async function addGliderFlights(
  client: Client,
  id: string,
  days: GliderFlights = {},
  options?: CallOptions,
): Promise<number> {
  const { changed } = await post<{ changed: number }>(client, `${pathOf(id)}/flights`, {
    json: days,
    isRepeatable: true,
    ...options,
  })
  return changed
}
