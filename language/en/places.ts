// The place of a take-off without a name.

export const places = {
  winds: {
    N: 'north',
    NE: 'north-east',
    E: 'east',
    SE: 'south-east',
    S: 'south',
    SW: 'south-west',
    W: 'west',
    NW: 'north-west',
  },
}

/** Where most flights are, by ISO 3166-1 codes, as Intl names them. */
export const countries: string =
  'ADAndorra|ALAlbania|ARArgentina|ATAustria|AUAustralia|BABosnia & Herzegovina|BEBelgium|BGBulgaria|BOBolivia|BRBrazil|CACanada|CHSwitzerland|CLChile|CNChina|COColombia|CRCosta Rica|CZCzechia|DEGermany|DKDenmark|ECEcuador|EEEstonia|ESSpain|FIFinland|FRFrance|GBUnited Kingdom|GEGeorgia|GRGreece|GTGuatemala|HRCroatia|HUHungary|IDIndonesia|IEIreland|ILIsrael|INIndia|IRIran|ISIceland|ITItaly|JPJapan|KEKenya|KRSouth Korea|LILiechtenstein|LTLithuania|LULuxembourg|LVLatvia|MAMorocco|MEMontenegro|MKNorth Macedonia|MXMexico|NLNetherlands|NONorway|NPNepal|NZNew Zealand|PEPeru|PKPakistan|PLPoland|PTPortugal|RERéunion|RORomania|RSSerbia|RURussia|SESweden|SISlovenia|SKSlovakia|THThailand|TRTürkiye|TWTaiwan|UAUkraine|USUnited States|VEVenezuela|VNVietnam|ZASouth Africa'
