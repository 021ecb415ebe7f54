// Asks for one address again and again, a little apart, from a separate process: the work of the bench itself at
// the same time does not count. Prints the times in milliseconds as JSON.
import { call, closeConnections } from './load.ts'

const [address = '', authorization = '', count = '600'] = process.argv.slice(2)
const times: number[] = []
for (let index = -100; index < Number(count); index++) {
  const { ms } = await call({ url: new URL(address), headers: { authorization } })
  if (index >= 0) times.push(ms)
  await new Promise((resolve) => setTimeout(resolve, 2))
}
closeConnections()
process.stdout.write(JSON.stringify(times))
