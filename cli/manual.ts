// The manual page, from what the commands say of themselves.
import { type Command, commonOptions, type OptionDescription } from './command.ts'

/** In the language of man(7). */
export function writeManual(commands: Record<string, Command>, version: string): string {
  return [
    `.TH CLOUDSTREET 1 "" "cloudstreet ${version}" "User Commands"`,
    '.SH NAME',
    'cloudstreet \\- takes flights from a vario to Cloudstreet',
    '.SH SYNOPSIS',
    '.B cloudstreet',
    '.I COMMAND',
    '[\\fIOPTION\\fR]...',
    '.SH OPTIONS',
    'Of every command:',
    ...describeOptions(commonOptions),
    '.SH COMMANDS',
    ...Object.entries(commands).flatMap(([name, command]) => describe(name, command)),
    '.SH EXIT STATUS',
    '0 done, 1 failed, 2 wrong words, 3 a file was refused, 4 not signed in.',
    '.SH ENVIRONMENT',
    '.TP',
    '.BR CLOUDSTREET_URL ", " CLOUDSTREET_KEY',
    'Where your Cloudstreet is, and a personal key: instead of a sign\\-in.',
    '.TP',
    '.B CLOUDSTREET_PROFILE',
    'The account to act for, where no \\fB\\-\\-profile\\fR says.',
    '.TP',
    '.B CLOUDSTREET_FROM_PASSWORD',
    'Your password at the service of \\fBimport \\-\\-from\\fR, which asks for it otherwise and never keeps it.',
    '',
  ].join('\n')
}

function describe(name: string, { about, words, options, examples }: Command): string[] {
  return [
    `.SS ${escape(`cloudstreet ${name} ${words}`.trimEnd())}`,
    escape(about),
    ...describeOptions(options),
    '.PP',
    '.nf',
    ...examples.map(escape),
    '.fi',
  ]
}

function describeOptions(options: Record<string, OptionDescription>): string[] {
  return Object.entries(options).flatMap(([option, { value, about }]) => [
    '.TP',
    `.B ${escape(`--${option}${value === undefined ? '' : ` ${value}`}`)}`,
    escape(about),
  ])
}

/** A hyphen is a minus sign, and a line that begins with a dot or an apostrophe would be a request. */
function escape(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&')
}
