// The environment that the launcher gives: a bench that tells of memory runs the service and its commands as operators do.
import { execFileSync } from 'node:child_process'

export function readLaunched(): Record<string, string> {
  const print = ['server/launch.sh', process.execPath, '--print', 'JSON.stringify(process.env)']
  return JSON.parse(execFileSync('sh', print).toString()) as Record<string, string>
}
