// What the page of security shows below its first screen.
export { ConnectedApps } from './connected-apps.tsx'
export { SecurityLog } from './security-log.tsx'
