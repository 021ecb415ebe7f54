/**
 * Functions that need a file system: for Node, Deno and Bun.
 *
 * @module
 */
export { fileLock, type FileLock } from './file-lock.ts'
export { toFileName } from './file-name.ts'
export { fileStore } from './file-store.ts'
export { addDevice, listDevices, removeDevice } from './devices.ts'
