import { X509Certificate } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { stat, readFile } from 'node:fs/promises'
import type { CustomCa } from '../../shared/app/network.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import { writeFileAtomic } from '../library/write-file-atomic.ts'

const mostBytes = 1024 * 1024

export type CustomCaFile = {
  /** Returns the imported certificates' data. Null if no certificate authority was imported. */
  readonly state: () => CustomCa | null
  /** Returns the certificates as separate PEM texts. Empty if none was imported. */
  readonly certificates: () => readonly string[]
  /**
   * Validates a certificate file and stores a copy of its certificates. @throws UserFacingError if the file can't be read or isn't a valid
   * certificate authority. The certificates imported earlier are then kept.
   */
  readonly import: (path: string) => Promise<CustomCa>
  readonly forget: () => void
}

/**
 * Opens the store for a certificate authority that only Kiln trusts. A copy of the user's file is stored in the data folder. The original
 * can then be moved or deleted. `onChange`: called after the certificate authority has been imported or removed.
 */
export function openCustomCa(parts: {
  /** Path of the copy. */
  readonly path: string
  readonly now: () => number
  readonly onChange: () => void
  readonly onDefect: (error: unknown) => void
}): CustomCaFile {
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

  const state = (): CustomCa | null => (kept.length === 0 ? null : { certificates: kept.map(factsOf) })

  return {
    state,
    certificates: () => kept.map(String),
    import: async (chosen) => {
      const certificates = checkCertificateAuthority(await readChosen(chosen), now())
      await writeFileAtomic(path, certificates.map(String).join('\n'))
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
    if (cause instanceof UserFacingError) throw cause
    throw new UserFacingError(say('The file can’t be read.'), {
      advice: say('Check that it’s still there and that you can open it.'),
      cause
    })
  }
}

/**
 * Returns a file's certificates. Each one must be a certificate authority that is valid at `now` (milliseconds since 1970).
 * @throws UserFacingError for any other file. A file with a private key has its own message, because the key must be kept secret.
 */
function checkCertificateAuthority(bytes: Buffer, now: number): readonly X509Certificate[] {
  if (/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/.test(bytes.toString('latin1'))) {
    throw new UserFacingError(say('This file contains a private key.'), {
      advice: say('Nothing was imported. Kiln only needs the CA certificate. Ask for that certificate, and keep the private key secret.')
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
    const name = certificateNameOf(certificate.subject)
    if (!certificate.ca) {
      throw new UserFacingError(say('“{name}” isn’t a certificate authority.', { name }), {
        advice: say('This is a server certificate. Ask your network administrator for the issuing CA’s certificate.')
      })
    }
    if (now > timeOf(certificate.validTo)) {
      throw new UserFacingError(say('“{name}” expired on {day}.', { name, day: dayOf(certificate.validTo) }), {
        advice: say('Ask your network administrator for the current certificate.')
      })
    }
    if (now < timeOf(certificate.validFrom)) {
      throw new UserFacingError(say('“{name}” isn’t valid until {day}.', { name, day: dayOf(certificate.validFrom) }), {
        advice: say('Check that this computer’s clock is right.')
      })
    }
  }
  return certificates
}

/** Parses PEM certificates with any text between them, or one DER certificate. @throws if a certificate can't be parsed. */
function certificatesIn(bytes: Buffer): readonly X509Certificate[] {
  const blocks = bytes.toString('latin1').match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g)
  if (blocks !== null) return blocks.map((block) => new X509Certificate(block))
  return bytes[0] === 0x30 ? [new X509Certificate(bytes)] : []
}

function noCertificate(cause?: unknown): UserFacingError {
  return new UserFacingError(say('This file doesn’t contain a certificate.'), {
    advice: say('Choose a PEM file. Its text starts with “BEGIN CERTIFICATE”.'),
    cause
  })
}

function factsOf(certificate: X509Certificate): CustomCa['certificates'][number] {
  return {
    subject: certificateNameOf(certificate.subject),
    issuer: certificateNameOf(certificate.issuer),
    expiresAt: timeOf(certificate.validTo),
    fingerprint: certificate.fingerprint256
  }
}

/** Returns the common name in a certificate's subject or issuer, otherwise the organisation, otherwise the whole text. */
export function certificateNameOf(subject: string): string {
  const lines = new Map(subject.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
  return lines.get('CN') ?? lines.get('O') ?? subject.replaceAll('\n', ', ')
}

function timeOf(date: string): number {
  return new Date(date).getTime()
}

function dayOf(date: string): string {
  return new Date(date).toISOString().slice(0, 10)
}
