// `admin doctor`, and the first card of the operator's page: every check, with a remedy for each that is not well.
import type { OperatorChecks } from '#dashboard/operator.ts'
import { act, type CheckFinding, findOne, look, well, worstOf } from '#server/platform/checks/check.ts'
import { commandLines } from '#server/platform/config.ts'
import { DatabaseDamagedError } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import { createTransport } from '#server/platform/mail/transport.ts'
import { CommandFailure, findOption, type Options, TextReport } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { listDataChecks } from './data.ts'
import { listNodeChecks } from './nodes.ts'
import { listSetUpChecks } from './set-up.ts'

export async function examine(services: Services): Promise<OperatorChecks> {
  const own = services.checks.findAll()
  const others = [...listSetUpChecks(services), ...listDataChecks(services), ...listNodeChecks(services)]
  return summarise([...(await own), ...(await Promise.all(others.map(findOne)))])
}

function summarise(findings: readonly CheckFinding[]): OperatorChecks {
  return {
    state: worstOf(findings),
    checks: findings.map(({ check, state, sentence, cause, remedy }) => ({
      check,
      state,
      sentence,
      ...(cause !== undefined && { cause }),
      ...(remedy !== undefined && { remedy }),
    })),
  }
}

/** How the doctor gets at the installation, which may be the very thing that is wrong. */
export interface Patient {
  countPending(): Promise<number>
  /** Throws a sentence when a node could not start. */
  open(): Promise<Services & { close(): Promise<void> }>
}

/** Exits 1 when something is to be done at once. It changes nothing: a database of the release before is not migrated. */
export async function runDoctor(patient: Patient, options: Options): Promise<object> {
  const report = await diagnose(patient, findOption(options, 'mail'))
  const shown = options.has('json') ? report : new TextReport(writeText(report))
  if (report.state !== 'act') return shown
  const count = report.checks.filter(({ state }) => state === 'act').length
  throw new CommandFailure(`${count === 1 ? 'One check asks' : `${count} checks ask`} for action.`, shown)
}

async function diagnose(patient: Patient, mailTo: string | undefined): Promise<OperatorChecks> {
  const migrations = await findOne({ name: 'migrations', find: () => checkMigrations(patient) })
  if (migrations.state !== 'well') return summarise([migrations])
  const services = await patient.open().catch((error: unknown) => error as Error)
  if (services instanceof Error) {
    const start = act('A node would not start.', services.message)
    return summarise([migrations, { check: 'start', isNeeded: true, ...start }])
  }
  try {
    const { checks } = await examine(services)
    const sent = mailTo === undefined ? [] : [await findOne(mailCheck(services, mailTo))]
    return summarise([migrations, ...checks.map((each) => ({ isNeeded: false, ...each })), ...sent])
  } finally {
    await services.close()
  }
}

async function checkMigrations(patient: Patient) {
  try {
    const pending = await patient.countPending()
    if (pending === 0) return well('The database is as this release needs it.')
    return look(
      `${pending} migrations are pending; the other checks need them.`,
      '`admin migrate --plan` says what they do; the next start of this release does it. Make a backup first.',
    )
  } catch (error) {
    if (error instanceof DatabaseDamagedError)
      return act(
        'The database is damaged.',
        `\`${commandLines.admin} check\` says what to do.`,
        error.message,
      )
    return act(
      'The database cannot be opened.',
      'Check DATABASE_URL or DATA_DIR, and that the server runs.',
      (error as Error).message,
    )
  }
}

/** Past the queue: the answer of the mail server is known at once. */
function mailCheck({ config, log, now }: Services, to: string) {
  const find = async () => {
    if (config.smtpUrl === undefined) return look('No mail server is set.', 'Set SMTP_URL.')
    const text = `This is a test of ${config.baseUrl}, by the command doctor.`
    const email = { id: createId(now()), to, subject: 'Cloudstreet can send mail', text }
    return createTransport(config, log)
      .deliver(email)
      .then(
        () => well(`The mail server has taken an email to ${to}; see that it arrives.`),
        (error: unknown) =>
          act(
            `The mail server did not take an email to ${to}.`,
            'Check SMTP_URL and MAIL_FROM.',
            (error as Error).message,
          ),
      )
  }
  return { name: 'test email', find }
}

const headings = { well: 'All well.', look: 'Look here.', act: 'Act now.' } as const
const order = ['act', 'look', 'well'] as const

function writeText({ state, checks }: OperatorChecks): string {
  const sorted = order.flatMap((each) => checks.filter((check) => check.state === each))
  const blocks = sorted.map(({ check, state: its, sentence, cause, remedy }) =>
    [
      `${its.padEnd(4)}  ${check}: ${sentence}`,
      ...(cause !== undefined && its !== 'well' ? [`      Cause: ${cause}`] : []),
      ...(remedy === undefined ? [] : [`      ${remedy}`]),
    ].join('\n'),
  )
  return [headings[state], '', ...blocks].join('\n')
}
