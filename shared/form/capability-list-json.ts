import type { Capability } from './capability.ts'

/**
 * The capabilities as JSON, as main sends them to the page. A long list contains hundreds of thousands of objects. IPC would copy them one
 * by one, but copies a string in one step.
 */
export type CapabilityListJson = string

const texts = new WeakMap<readonly Capability[], CapabilityListJson>()

/** Serialises each list only once, because it is sent to every window. */
export function serializeCapabilityList(capabilities: readonly Capability[]): CapabilityListJson {
  const text = texts.get(capabilities) ?? JSON.stringify(capabilities)
  texts.set(capabilities, text)
  return text
}

/** Parses a text from `serializeCapabilityList`. The content isn't validated. */
export function parseCapabilityList(list: CapabilityListJson): readonly Capability[] {
  return JSON.parse(list) as readonly Capability[]
}
