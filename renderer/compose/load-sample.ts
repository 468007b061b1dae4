import type { Outcome } from '../../shared/ipc/outcome.ts'
import { request } from '../bridge/kiln.ts'

/** Object URLs of the samples that were loaded, by capability, field and position. They stay valid until the page closes. */
const loaded = new Map<string, string>()

/** Loads an option's audio sample once. Returns a URL that the page can play. */
export async function loadSample(capability: string, field: string, index: number): Promise<Outcome<string>> {
  const key = JSON.stringify([capability, field, index])
  const known = loaded.get(key)
  if (known !== undefined) return { ok: true, value: known }
  const outcome = await request('contract.sample', { capability, field, index })
  if (!outcome.ok) return outcome
  const { bytes, contentType } = outcome.value
  const url = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  loaded.set(key, url)
  return { ok: true, value: url }
}
