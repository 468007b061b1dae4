import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const maxBytes = 1024 * 1024
/** `kiln.log` and so many older ones. */
const olderFiles = 3
/** Of one text in a line. */
const mostCharacters = 2_000
/** A cause may lead back to where it came from. */
const mostCauses = 5

export type Log = {
  /** `facts` are named one by one by who writes the line; there is no way to hand in an object that may hold more. */
  readonly info: (event: string, facts?: { readonly [name: string]: string | number | boolean | null }) => void
  /** Of an error: its name, code, message and the places in our code, and the same of its causes. */
  readonly error: (event: string, error: unknown) => void
}

/**
 * One JSON line per event in `<folder>/kiln.log`, written before the call returns, so that the last words of a dying process are there.
 * Never throws: a full disk must not turn a small trouble into a large one.
 */
export function openLog(folder: string, now: () => number = Date.now): Log {
  const path = join(folder, 'kiln.log')

  return {
    info: (event, facts = {}) => write({ level: 'info', event, ...plainFacts(facts) }),
    error: (event, error) => write({ level: 'error', event, error: wordsOf(error, 0) })
  }

  function write(line: object): void {
    try {
      mkdirSync(folder, { recursive: true })
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) rotate()
      appendFileSync(path, `${redact(JSON.stringify({ at: new Date(now()).toISOString(), ...line }))}\n`, { mode: 0o600 })
    } catch {
      // There is no better place left to say so.
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

/** The facts by their type and length, whatever was handed in past the types; none takes the place of what every line has. */
function plainFacts(facts: { readonly [name: string]: unknown }): object {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => (/^(?:at|level|event|error)$/.test(name) ? [] : [[name, plainFact(fact)]]))
  )
}

function plainFact(fact: unknown): string | number | boolean | null {
  if (typeof fact === 'string') return fact.slice(0, mostCharacters)
  return typeof fact === 'number' || typeof fact === 'boolean' || fact === null ? fact : `not a fact, but ${typeof fact}`
}

function wordsOf(error: unknown, depth: number): object | string {
  if (!(error instanceof Error)) return `not an Error, but ${typeof error}`
  const code = 'code' in error && typeof error.code === 'string' ? { code: plainFact(error.code) } : {}
  const cause = error.cause instanceof Error && depth < mostCauses ? { cause: wordsOf(error.cause, depth + 1) } : {}
  const places = (typeof error.stack === 'string' ? error.stack : '').split('\n').filter((line) => /^\s+at /.test(line))
  return { name: plainFact(error.name), message: plainFact(error.message), ...code, places: places.map((place) => place.trim()), ...cause }
}

/**
 * The second fence; the first is that keys travel as `Secret`. Takes out what follows `Bearer` or `Basic`, what is called a key, token, password or
 * signature, what looks like a key by itself, names and passwords in addresses, the query of any address (signed URLs carry their rights there),
 * and the name of the home folder.
 */
export function redact(line: string): string {
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
