// Loaded before a program (--import): it believes to be on macOS.
Object.defineProperty(process, 'platform', { value: 'darwin' })
