// /try: scores a file in the browser, for a visitor without an account.
import '../theme.css'
import './try.css'
import { render } from 'preact'
import { loadTexts } from '../language/texts.ts'
import { TryPage } from './try-page.tsx'

await loadTexts()
const root = document.querySelector('#app')
if (root) render(<TryPage />, root)
