import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { say } from '../../shared/i18n/say.ts'
import { useAppInfo } from '../bridge/use-session.ts'
import type { SettingsSection } from '../navigation/route.ts'
import { routeStore } from '../navigation/route.ts'
import { useSearchKey } from '../shortcuts/use-search-key.ts'
import { SearchBox } from '../ui/search-box.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { tabPanelProps } from '../ui/tabs.tsx'
import { View } from '../ui/view.tsx'
import { focusSetting, type SettingLocation } from './focus-setting.ts'
import { SettingsNavigation, settingsTabsId } from './settings-navigation.tsx'
import { SettingsResults } from './settings-results.tsx'
import { SettingsSectionContent, type SettingsParts } from './settings-section-content.tsx'
import { searchSettings, type SettingsMatch } from './settings-search.ts'
import { pageOfSection, settingsPages, settingsSectionText, type SettingsPage } from './settings-sections.ts'
import styles from './settings-view.module.css'

export type SettingsViewProps = SettingsParts & {
  /** Section to show and focus. Null for the first page. */
  readonly section: SettingsSection | null
}

/** Shows one page of the settings at a time, beside a list of pages and a search. A single long page would be harder to scan. */
export function SettingsView({ section, ...parts }: SettingsViewProps) {
  const appInfo = useAppInfo()
  const hasSpelling = appInfo !== null && appInfo.spellingLanguages.length > 0
  const opening = useStore(routeStore, ({ openCount }) => openCount)
  const [opened, setOpened] = useState(opening)
  const [page, setPage] = useState<SettingsPage>(section === null ? 'general' : pageOfSection(section))
  const [wanted, setWanted] = useState<SettingLocation | null>(section === null ? null : { section, label: null })
  const [query, setQuery] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLUListElement>(null)
  useSearchKey('settings', box)

  function open(place: SettingLocation): void {
    setPage(pageOfSection(place.section))
    setWanted(place)
    setQuery('')
  }
  // The user followed a link to a section while the settings were already open.
  if (opened !== opening) {
    setOpened(opening)
    if (section !== null) open({ section, label: null })
  }
  useEffect(() => {
    if (wanted !== null && scroller.current !== null) focusSetting(scroller.current, wanted)
  }, [wanted])

  const isSearching = query.trim() !== ''
  const found = isSearching ? searchSettings(query, hasSpelling) : []
  const pages = settingsPages.filter((one) => hasSpelling || one.page !== 'spelling')

  function choose(next: SettingsPage): void {
    setQuery('')
    setWanted(null)
    setPage(next)
    scroller.current?.scrollTo({ top: 0 })
  }
  const openMatch = ({ section: inSection, label }: SettingsMatch): void => open({ section: inSection, label })

  return (
    <View
      label={say('Settings')}
      bar={<h1>{say('Settings')}</h1>}
      showsOfflineMessage={!isSearching && (page === 'connection' || page === 'network')}
    >
      <div className={styles.columns}>
        <div className={styles.index}>
          <SearchBox
            ref={box}
            label={say('Search settings')}
            placeholder={say('Search')}
            value={query}
            onChange={setQuery}
            onArrowDown={() => results.current?.querySelector('button')?.focus()}
            onEnter={() => found[0] && openMatch(found[0])}
          />
          <SettingsNavigation pages={pages} value={isSearching ? null : page} onChange={choose} />
        </div>
        <ScrollArea ref={scroller} label={say('Settings')} className={styles.scroll}>
          {isSearching ? (
            <SettingsResults
              ref={results}
              query={query.trim()}
              found={found}
              onOpen={openMatch}
              onClear={() => {
                setQuery('')
                box.current?.focus()
              }}
            />
          ) : (
            <div key={page} {...tabPanelProps(settingsTabsId, page)} className={styles.sections}>
              {pages
                .find((one) => one.page === page)
                ?.sections.map((one) => (
                  <Section key={one} section={one}>
                    <SettingsSectionContent section={one} {...parts} />
                  </Section>
                ))}
            </div>
          )}
        </ScrollArea>
      </div>
    </View>
  )
}

function Section({ section, children }: { readonly section: SettingsSection; readonly children: ReactNode }) {
  const { title, help } = settingsSectionText[section]
  return (
    <section data-section={section} tabIndex={-1} aria-label={say(title)} className={styles.section}>
      <h2>{say(title)}</h2>
      {help !== null && <p className="small ink-3">{say(help)}</p>}
      <div className={styles.content}>{children}</div>
    </section>
  )
}
