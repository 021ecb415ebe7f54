// Emails to those who get flights from a pilot: written in the pilot's language.

export const forwardMail = {
  consent: {
    subject: 'A pilot asks to send you flights',
    text: (pilot: string, code: string) =>
      `${pilot || 'A pilot'} asks to send the IGC files of flights to this address, by email from Cloudstreet.\n\n` +
      `If you agree, pass this code on to the pilot: ${code}\n\n` +
      'If you do not, there is nothing to do: no flight is sent without the code.',
  },
  flight: {
    subject: (pilot: string, day: string) => `Flight of ${pilot}, ${day}`,
    text: (pilot: string, day: string, file: string) =>
      `Attached is the IGC file of a flight by ${pilot} on ${day}: ${file}\n\n` +
      'You get it because the pilot has chosen this address and it was confirmed. To get no more of them, reply to the pilot.',
  },
}
