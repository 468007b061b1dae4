import { useMemo } from 'react'
import type { Medium } from '../../shared/json-schema.ts'
import { capabilityIcon } from './capability-text.ts'
import type { InputTarget } from './input-targets.ts'
import { inputTargets } from './input-targets.ts'
import { useCapabilities } from './use-session.ts'

/** An input place in a menu. `place` is its value. */
export type InputTargetItem = {
  readonly id: string
  readonly label: string
  readonly aside: string
  readonly icon: ReturnType<typeof capabilityIcon>
  readonly target: InputTarget
}

const none: readonly InputTargetItem[] = []

/**
 * Every field of every capability that accepts these media together, for a menu. `media`: null while the menu isn't needed. Must be stable
 * between calls.
 */
export function useInputTargets(media: readonly Medium[] | null): readonly InputTargetItem[] {
  const capabilities = useCapabilities()
  return useMemo(
    () =>
      media === null || capabilities.state !== 'ready'
        ? none
        : inputTargets(capabilities.value, media).map((target) => ({
            id: `${target.capability.id} ${target.field.name}`,
            label: target.capability.title,
            aside: target.field.label,
            icon: capabilityIcon(target.capability),
            target
          })),
    [media, capabilities]
  )
}
