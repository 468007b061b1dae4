import { X509Certificate } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { stat, readFile } from 'node:fs/promises'
import type { OwnAuthority } from '../../shared/network.ts'
import { PlainProblem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'
import { writeWhole } from '../library/write-whole.ts'

const mostBytes = 1024 * 1024

export type OwnAuthorityFile = {
  /** Null: there is none. */
  readonly state: () => OwnAuthority | null
  /** In PEM, one by one; empty: none. */
  readonly certificates: () => readonly string[]
  /** Reads a file, checks what is in it and keeps a copy of that. @throws PlainProblem for what can't be trusted; what was kept stays. */
  readonly take: (path: string) => Promise<OwnAuthority>
  readonly forget: () => void
}

/**
 * The authority that a person trusts for Kiln alone: a copy of their file beside the settings, so that it may be moved or thrown away.
 * `onChange`: told after it was taken or forgotten.
 */
export function openOwnAuthority(parts: {
  /** Where the copy lies. */
  readonly path: string
  readonly now: () => number
  readonly onChange: () => void
  readonly onDefect: (error: unknown) => void
}): OwnAuthorityFile {
  const { path, now, onChange, onDefect } = parts
  let kept = readKept()

  function readKept(): readonly X509Certificate[] {
    try {
      return certificatesIn(readFileSync(path))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) onDefect(error)
      return []
    }
  }

  const state = (): OwnAuthority | null => (kept.length === 0 ? null : { certificates: kept.map(factsOf) })

  return {
    state,
    certificates: () => kept.map(String),
    take: async (chosen) => {
      const certificates = judgeAuthority(await readChosen(chosen), now())
      await writeWhole(path, certificates.map(String).join('\n'))
      kept = certificates
      onChange()
      return { certificates: certificates.map(factsOf) }
    },
    forget: () => {
      rmSync(path, { force: true })
      kept = []
      onChange()
    }
  }
}

async function readChosen(path: string): Promise<Buffer> {
  try {
    if ((await stat(path)).size > mostBytes) throw noCertificate()
    return await readFile(path)
  } catch (cause) {
    if (cause instanceof PlainProblem) throw cause
    throw new PlainProblem(say('The file can’t be read.'), { advice: say('Look whether it is still there and may be opened.'), cause })
  }
}

/**
 * The certificates of a file, each of them an authority that is valid at `now` (milliseconds since 1970).
 * @throws PlainProblem for anything else, a private key above all: that is nobody's to hand around.
 */
function judgeAuthority(bytes: Buffer, now: number): readonly X509Certificate[] {
  if (/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/.test(bytes.toString('latin1'))) {
    throw new PlainProblem(say('There is a private key in this file.'), {
      advice: say(
        'Kiln took nothing of it. An authority is named by its certificate alone; ask for that, and keep the key away from other people.'
      )
    })
  }
  let certificates: readonly X509Certificate[]
  try {
    certificates = certificatesIn(bytes)
  } catch (cause) {
    throw noCertificate(cause)
  }
  if (certificates.length === 0) throw noCertificate()
  for (const certificate of certificates) {
    const name = nameOf(certificate.subject)
    if (!certificate.ca) {
      throw new PlainProblem(say('“{name}” is no authority.', { name }), {
        advice: say('It is the certificate of one computer. Ask for that of the authority which vouches for it.')
      })
    }
    if (now > timeOf(certificate.validTo)) {
      throw new PlainProblem(say('“{name}” has expired on {day}.', { name, day: dayOf(certificate.validTo) }), {
        advice: say('Ask for the one that is valid now.')
      })
    }
    if (now < timeOf(certificate.validFrom)) {
      throw new PlainProblem(say('“{name}” is not valid before {day}.', { name, day: dayOf(certificate.validFrom) }), {
        advice: say('Look whether the clock of this computer is right.')
      })
    }
  }
  return certificates
}

/** PEM, one or more of them with anything between, or a single one in DER. @throws when there is one that can't be read. */
function certificatesIn(bytes: Buffer): readonly X509Certificate[] {
  const blocks = bytes.toString('latin1').match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g)
  if (blocks !== null) return blocks.map((block) => new X509Certificate(block))
  return bytes[0] === 0x30 ? [new X509Certificate(bytes)] : []
}

function noCertificate(cause?: unknown): PlainProblem {
  return new PlainProblem(say('There is no certificate in this file.'), {
    advice: say('Choose a file in PEM: its text begins with “BEGIN CERTIFICATE”.'),
    cause
  })
}

function factsOf(certificate: X509Certificate): OwnAuthority['certificates'][number] {
  return {
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    expiresAt: timeOf(certificate.validTo),
    fingerprint: certificate.fingerprint256
  }
}

/** The common name, else the organisation, else all of it. */
export function nameOf(subject: string): string {
  const lines = new Map(subject.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
  return lines.get('CN') ?? lines.get('O') ?? subject.replaceAll('\n', ', ')
}

function timeOf(date: string): number {
  return new Date(date).getTime()
}

function dayOf(date: string): string {
  return new Date(date).toISOString().slice(0, 10)
}
