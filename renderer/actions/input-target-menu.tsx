import type { ReactNode } from 'react'
import { useMemo, useRef, useState } from 'react'
import type { Medium } from '../../shared/form/json-schema.ts'
import { formatList } from '../../shared/i18n/format-list.ts'
import { say } from '../../shared/i18n/say.ts'
import { priceText } from '../../shared/phrases/price-phrases.ts'
import { runOnNextFrame } from '../bridge/run-on-next-frame.ts'
import { capabilityIcon } from '../media/capability-text.ts'
import type { InputTarget } from '../media/input-targets.ts'
import { Button } from '../ui/button.tsx'
import { SearchMenu } from '../ui/search-menu.tsx'
import type { InputCapability } from './input-capabilities.ts'
import styles from './input-target-menu.module.css'
import { useInputCapabilities } from './use-input-capabilities.ts'

export type InputTargetMenuProps = {
  /** Null while the menu isn't needed. Pass the same array on every render. */
  readonly media: readonly Medium[] | null
  /** Called with the chosen field. `isEach` is true if each file gets its own task. */
  readonly onChoose: (target: InputTarget, isEach: boolean) => void
  /** True to also offer one task for each of several files. */
  readonly offersEach?: boolean
  /** Shown if no capability accepts the media. */
  readonly empty: ReactNode
  /** Other uses of the media, below the list. */
  readonly foot?: ReactNode
}

type Target = InputCapability & { readonly isEach: boolean }

/**
 * A searchable list of the capabilities that accept media, with prices. If the chosen capability has several suitable fields, the menu then
 * asks for the field.
 */
export function InputTargetMenu({ media, onChoose, offersEach = false, empty, foot }: InputTargetMenuProps) {
  const together = useInputCapabilities(media)
  const isOneMedium = media !== null && media.length > 1 && media.every((one) => one === media[0])
  const first = useMemo(() => (offersEach && isOneMedium ? media.slice(0, 1) : null), [offersEach, isOneMedium, media])
  const each = useInputCapabilities(first)
  const targets: readonly Target[] = [
    ...together.map((one) => ({ ...one, isEach: false })),
    ...each.map((one) => ({ ...one, isEach: true }))
  ]
  const [asked, setAsked] = useState<Target | null>(null)
  const menu = useRef<HTMLDivElement>(null)
  function ask(next: Target | null): void {
    setAsked(next)
    // The new list has its own search box, which must get the focus.
    runOnNextFrame(() => menu.current?.querySelector('input')?.focus())
  }
  function choose(target: Target): void {
    const [field, ...others] = target.fields
    if (field === undefined || others.length > 0) ask(target)
    else onChoose({ capability: target.capability, field }, target.isEach)
  }
  return (
    <div ref={menu} className={styles.menu}>
      {asked === null ? (
        <SearchMenu
          label={say('Use as input for')}
          placeholder={say('Search capabilities and fields')}
          items={targets.map((target) => ({
            id: `${target.capability.id}${target.isEach ? ' each' : ''}`,
            label: target.capability.title,
            aside: asideOf(target, first !== null),
            icon: capabilityIcon(target.capability),
            trailing: <span className={styles.price}>{priceText(target.capability)}</span>,
            target
          }))}
          onChoose={({ target }) => choose(target)}
          empty={empty}
        />
      ) : (
        <>
          <div className={styles.head}>
            <Button size="small" variant="quiet" icon="chevron-left" onClick={() => ask(null)}>
              {say('Back')}
            </Button>
            <span dir="auto" className="strong cut">
              {asked.capability.title}
            </span>
          </div>
          <SearchMenu
            label={say('Use as')}
            placeholder={say('Search fields')}
            items={asked.fields.map((field) => ({ id: field.name, label: field.label, field }))}
            onChoose={({ field }) => onChoose({ capability: asked.capability, field }, asked.isEach)}
          />
        </>
      )}
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </div>
  )
}

/** Names the fields that take the files. If both ways are offered, also says whether each file gets its own task. */
function asideOf({ fields, isEach }: Target, hasWays: boolean): string {
  const names = formatList(
    fields.map(({ label }) => label),
    'or'
  )
  if (!hasWays) return names
  return isEach ? say('one task for each: {fields}', { fields: names }) : say('all in one task: {fields}', { fields: names })
}
