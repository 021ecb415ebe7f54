/** What the server wrote is seen before scripts take the page over; a page in the background does not wait. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, document.hidden ? 0 : 3000)
  })
