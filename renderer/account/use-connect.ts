import type { RefObject } from 'react'
import { useCallback, useState } from 'react'
import type { ConnectionTestResult } from '../../shared/app/connection.ts'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import type { ConnectFormErrors } from './connect-form-errors.ts'
import { noConnectFormErrors, connectFormErrors } from './connect-form-errors.ts'
import { sealSecret } from './seal-secret.ts'
import type { SecretInputHandle } from './secret-input.tsx'

export type ConnectState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'testing' }
  | { readonly kind: 'found'; readonly report: ConnectionTestResult }
  | { readonly kind: 'connecting' }
  /** The key may not belong to the account that created the existing tasks. `tasks` is the number of these tasks. */
  | { readonly kind: 'asks-account'; readonly tasks: number }
  | { readonly kind: 'refused'; readonly errors: ConnectFormErrors }

/**
 * If `isKeyStored` is false, the API key is only kept until Kiln closes. `isClipboardCleared` is true if Kiln cleared the key from the
 * clipboard.
 */
export type ConnectResult = { readonly isKeyStored: boolean; readonly isClipboardCleared: boolean }

/** Tests and opens a connection. The API key is encrypted and sent to the main process. React state never contains it. */
export function useConnect(secret: RefObject<SecretInputHandle | null>, onConnected: (connected: ConnectResult) => void) {
  const [state, setState] = useState<ConnectState>({ kind: 'idle' })
  const reset = useCallback(() => setState((now) => (now.kind === 'idle' ? now : { kind: 'idle' })), [])

  async function sealed(): Promise<Outcome<string>> {
    const publicKey = await request('account.sealingKey')
    if (!publicKey.ok) return publicKey
    return { ok: true, value: await sealSecret(secret.current?.read() ?? '', publicKey.value) }
  }

  function refuse(refusal: Extract<Outcome<unknown>, { ok: false }>) {
    setState({ kind: 'refused', errors: connectFormErrors(refusal) })
  }

  /** True if the form is complete. Otherwise shows an error below each empty field. */
  function isFilled(baseUrl: string): boolean {
    const errors: ConnectFormErrors = {
      ...noConnectFormErrors,
      baseUrl: baseUrl.trim() === '' ? say('Enter the service’s address, such as https://api.example.com.') : null,
      apiKey: secret.current?.read().trim() === '' ? say('Paste the key from the developer console.') : null
    }
    if (errors.baseUrl === null && errors.apiKey === null) return true
    setState({ kind: 'refused', errors })
    return false
  }

  async function test(baseUrl: string) {
    if (!isFilled(baseUrl)) return
    setState({ kind: 'testing' })
    const key = await sealed()
    if (!key.ok) return refuse(key)
    const outcome = await request('account.test', { baseUrl, sealedKey: key.value })
    if (!outcome.ok) return refuse(outcome)
    setState({ kind: 'found', report: outcome.value })
  }

  async function connect(baseUrl: string, acceptWeakStorage: boolean, account?: 'same' | 'other') {
    if (!isFilled(baseUrl)) return
    setState({ kind: 'connecting' })
    const key = await sealed()
    if (!key.ok) return refuse(key)
    const outcome = await request('account.connect', { baseUrl, sealedKey: key.value, acceptWeakStorage, account })
    if (!outcome.ok) return refuse(outcome)
    if (outcome.value.asks !== null) return setState({ kind: 'asks-account', tasks: outcome.value.tasks })
    secret.current?.clear()
    setState({ kind: 'idle' })
    onConnected({ isKeyStored: outcome.value.isKeyStored, isClipboardCleared: outcome.value.isClipboardCleared })
  }

  return { state, reset, test, connect }
}
