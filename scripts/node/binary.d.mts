export const version: string
export const sums: Record<string, string>
export const ownPackage: string
export function placeOf(name: string, folder: string): string
export function bringNode(name: string, folder: string): Promise<string>
export function findNode(modules: string): string
