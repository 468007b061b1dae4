import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const maxBytes = 1024 * 1024
/** Number of rotated log files besides `kiln.log`. */
const olderFiles = 3
/** Maximum length of one value in a log line, in characters. */
const mostCharacters = 2_000
/** Maximum number of nested error causes. Limited because causes may be circular. */
const mostCauses = 5

export type Logger = {
  /** Logs an event. Callers must list each fact explicitly, and never pass a whole object, which could contain private data. */
  readonly info: (event: string, facts?: { readonly [name: string]: string | number | boolean | null }) => void
  /** Logs an error's name, code, message and stack lines, and those of its causes. */
  readonly error: (event: string, error: unknown) => void
}

/**
 * Opens a log that writes one JSON line per event to `<folder>/kiln.log`. Each line is written synchronously, so the last lines survive a
 * crash. Logging never throws, because a full disk must not crash Kiln.
 */
export function openLog(folder: string, now: () => number = Date.now): Logger {
  const path = join(folder, 'kiln.log')

  return {
    info: (event, facts = {}) => write({ level: 'info', event, ...plainFacts(facts) }),
    error: (event, error) => write({ level: 'error', event, error: describeError(error, 0) })
  }

  function write(line: object): void {
    try {
      mkdirSync(folder, { recursive: true })
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) rotate()
      appendFileSync(path, `${redactLogLine(JSON.stringify({ at: new Date(now()).toISOString(), ...line }))}\n`, { mode: 0o600 })
    } catch {
      // A logging failure can't be reported anywhere else.
    }
  }

  function rotate(): void {
    rmSync(`${path}.${olderFiles}`, { force: true })
    for (let age = olderFiles - 1; age >= 1; age -= 1) {
      if (statSync(`${path}.${age}`, { throwIfNoEntry: false }) !== undefined) renameSync(`${path}.${age}`, `${path}.${age + 1}`)
    }
    renameSync(path, `${path}.1`)
  }
}

/** Limits the facts' types and lengths, even if a caller bypasses the types. Drops facts with the names of standard fields. */
function plainFacts(facts: { readonly [name: string]: unknown }): object {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => (/^(?:at|level|event|error)$/.test(name) ? [] : [[name, plainFact(fact)]]))
  )
}

function plainFact(fact: unknown): string | number | boolean | null {
  if (typeof fact === 'string') return fact.slice(0, mostCharacters)
  return typeof fact === 'number' || typeof fact === 'boolean' || fact === null ? fact : `unsupported type: ${typeof fact}`
}

function describeError(error: unknown, depth: number): object | string {
  if (!(error instanceof Error)) return `not an Error object: ${typeof error}`
  const code = 'code' in error && typeof error.code === 'string' ? { code: plainFact(error.code) } : {}
  const cause = error.cause instanceof Error && depth < mostCauses ? { cause: describeError(error.cause, depth + 1) } : {}
  const places = (typeof error.stack === 'string' ? error.stack : '').split('\n').filter((line) => /^\s+at /.test(line))
  return { name: plainFact(error.name), message: plainFact(error.message), ...code, places: places.map((place) => place.trim()), ...cause }
}

/**
 * Redacts a log line, as a second safeguard besides `Secret`. Removes:
 * - text after `Bearer` or `Basic`.
 * - values labelled as key, token, password or signature.
 * - text that looks like a key.
 * - usernames and passwords in URLs.
 * - the query of any URL, since signed URLs carry their signature there.
 * - the name of the home folder.
 */
export function redactLogLine(line: string): string {
  const home = JSON.stringify(homedir()).slice(1, -1)
  const bare = line
    .replace(/\b(Bearer|Basic)\s+[^\s"\\]+/gi, '$1 [secret]')
    .replace(
      /\b((?:api[-_ ]?key|key|token|secret|password|passphrase|credential|signature)["'\\]*\s*[:=]\s*["'\\]*)[^\s"'\\,;]{6,}/gi,
      '$1[secret]'
    )
    .replace(/\b(?:sk|pk|rk)[-_][\w-]{6,}/g, '[secret]')
    .replace(/(\w+:\/\/)[^\s"\\/@]+@/g, '$1[secret]@')
    .replace(/(\w+:\/\/[^\s"\\?]+)\?[^\s"\\]+/g, '$1?[query]')
  return home.length > 1 ? bare.replaceAll(home, '~') : bare
}
