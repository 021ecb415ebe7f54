// Device passwords of the account: what instruments and apps upload with. For programs on a machine of their user.
import { type CallOptions, call, type Client, create, pathTo } from '../client.ts'
import { type List, list, type ListOptions } from '../list.ts'
import type { AddedDevice, Device, DeviceRegistration } from '../types.ts'

const ROOT = 'devices'

/** All devices, newest first, also those that were removed; needs the scope `devices:manage`. */
export function listDevices(client: Client, { limit, ...options }: ListOptions = {}): List<Device> {
  return list(client, ROOT, { limit }, options)
}

/**
 * Adds a device. Its password is returned this once. The user must have signed in within the last 15 minutes.
 *
 * @example
 * const { login, password } = await addDevice(client, { name: 'Vario 3 on the test bench' })
 */
export function addDevice(
  client: Client,
  device: DeviceRegistration,
  options?: CallOptions,
): Promise<AddedDevice> {
  return create(client, ROOT, device, options)
}

/** Removes a device: its password ends at once. */
export function removeDevice(client: Client, id: string, options?: CallOptions): Promise<void> {
  return call(client, 'DELETE', pathTo(ROOT, id), options)
}
