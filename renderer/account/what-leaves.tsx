import { say } from '../../shared/words/say.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './what-leaves.module.css'

/** What leaves this computer, in three lines. */
export function WhatLeaves({ isKeyStorageSecure }: { readonly isKeyStorageSecure: boolean }) {
  return (
    <ul className={styles.lines}>
      <li>
        <Icon name="arrow-right" size="s" />
        {say('Prompts and settings, when you send a task.')}
      </li>
      <li>
        <Icon name="arrow-right" size="s" />
        {say('The files you choose, straight to the service’s storage.')}
      </li>
      <li>
        <Icon name={isKeyStorageSecure ? 'lock' : 'key'} size="s" />
        {isKeyStorageSecure ? say('Your key, to this address only. It rests in the secure store.') : say('Your key, to this address only.')}
      </li>
    </ul>
  )
}
