import type { RefObject } from 'react'
import { useState } from 'react'
import type { FailedOutcome, Outcome } from '../../shared/ipc/outcome.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { sealSecret } from './seal-secret.ts'
import type { SecretInputHandle } from './secret-input.tsx'

/** Errors by the field where they can be fixed. */
export type ProxySignInErrors = { readonly name: string | null; readonly password: string | null; readonly form: string | null }

const noErrors: ProxySignInErrors = { name: null, password: null, form: null }

/**
 * Signs in to a proxy. The password is encrypted and sent to the main process. React state never contains the password. If `isStored` is
 * false, the main process only keeps the password until Kiln closes.
 */
export function useProxySignIn(
  host: string,
  secret: RefObject<SecretInputHandle | null>,
  onSignedIn: (signedIn: { readonly isStored: boolean }) => void
) {
  const [isAsking, setIsAsking] = useState(false)
  const [errors, setErrors] = useState(noErrors)

  async function ask(name: string, acceptWeakStorage: boolean): Promise<Outcome<{ readonly isStored: boolean }>> {
    const publicKey = await request('account.sealingKey')
    if (!publicKey.ok) return publicKey
    const sealed = await sealSecret(`${name}:${secret.current?.read() ?? ''}`, publicKey.value)
    return request('proxy.signIn', { host, sealed, acceptWeakStorage })
  }

  async function signIn(name: string, acceptWeakStorage: boolean): Promise<void> {
    const wrong = wrongName(name)
    setErrors({ ...noErrors, name: wrong })
    if (wrong !== null) return
    setIsAsking(true)
    const outcome = await ask(name.trim(), acceptWeakStorage)
    setIsAsking(false)
    if (!outcome.ok) return setErrors(place(outcome))
    secret.current?.clear()
    onSignedIn(outcome.value)
  }

  return { isAsking, errors, signIn, reset: () => setErrors((now) => (now === noErrors ? now : noErrors)) }
}

function wrongName(name: string): string | null {
  if (name.trim() === '') return say('Enter your proxy username.')
  return name.includes(':') ? say('Proxy usernames can’t contain a colon.') : null
}

function place({ message, advice, field }: FailedOutcome): ProxySignInErrors {
  const said = joinSentences(message, advice)
  if (field === 'name') return { ...noErrors, name: said }
  return field === 'password' ? { ...noErrors, password: said } : { ...noErrors, form: said }
}
