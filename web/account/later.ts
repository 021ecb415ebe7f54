// The parts of the security page below its first screen.
export { ConnectedApps } from './connected-apps.tsx'
export { SecurityLog } from './security-log.tsx'
