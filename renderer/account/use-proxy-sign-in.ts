import type { RefObject } from 'react'
import { useState } from 'react'
import type { Outcome } from '../../shared/outcome.ts'
import { sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { sealKey } from './seal-key.ts'
import type { SecretInputHandle } from './secret-input.tsx'

/** What went wrong, under the field where it can be mended. */
export type ProxyErrors = { readonly name: string | null; readonly password: string | null; readonly form: string | null }

const noErrors: ProxyErrors = { name: null, password: null, form: null }

/** Signs in to a proxy. The password goes from its field, sealed, to main; nothing else ever holds it. `isStored` false: until Kiln is closed. */
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
    const sealed = await sealKey(`${name}:${secret.current?.read() ?? ''}`, publicKey.value)
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
  if (name.trim() === '') return say('Enter the name that the proxy knows you by.')
  return name.includes(':') ? say('A name for a proxy has no colon in it.') : null
}

function place({ message, advice, problems }: Extract<Outcome<never>, { ok: false }>): ProxyErrors {
  const said = sentences(message, advice)
  const field = problems[0]?.field
  if (field === 'name') return { ...noErrors, name: said }
  return field === 'password' ? { ...noErrors, password: said } : { ...noErrors, form: said }
}
