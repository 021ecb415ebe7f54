import type { places as English } from '../en/places.ts'

export const places: typeof English = {
  fromTown: (distance, wind, town) =>
    `${distance} ${wind} ${/^[aeiouyàâéèêîôœ]/i.test(town) ? 'd’' : 'de '}${town}`,
  winds: {
    N: 'au nord',
    NE: 'au nord-est',
    E: 'à l’est',
    SE: 'au sud-est',
    S: 'au sud',
    SW: 'au sud-ouest',
    W: 'à l’ouest',
    NW: 'au nord-ouest',
  },
}

/** By their ISO 3166-1 codes, as Intl names them. */
export const countries: string =
  'ACÎle de l’Ascension|ADAndorre|AEÉmirats arabes unis|AFAfghanistan|AGAntigua-et-Barbuda|AIAnguilla|ALAlbanie|AMArménie|AOAngola|AQAntarctique|ARArgentine|ASSamoa américaines|ATAutriche|AUAustralie|AWAruba|AXÎles Åland|AZAzerbaïdjan|BABosnie-Herzégovine|BBBarbade|BDBangladesh|BEBelgique|BFBurkina Faso|BGBulgarie|BHBahreïn|BIBurundi|BJBénin|BLSaint-Barthélemy|BMBermudes|BNBrunei|BOBolivie|BQPays-Bas caribéens|BRBrésil|BSBahamas|BTBhoutan|BVÎle Bouvet|BWBotswana|BYBiélorussie|BZBelize|CACanada|CCÎles Cocos|CDCongo-Kinshasa|CFRépublique centrafricaine|CGCongo-Brazzaville|CHSuisse|CICôte d’Ivoire|CKÎles Cook|CLChili|CMCameroun|CNChine|COColombie|CPÎle Clipperton|CQSercq|CRCosta Rica|CUCuba|CVCap-Vert|CWCuraçao|CXÎle Christmas|CYChypre|CZTchéquie|DEAllemagne|DGDiego Garcia|DJDjibouti|DKDanemark|DMDominique|DORépublique dominicaine|DZAlgérie|EACeuta et Melilla|ECÉquateur|EEEstonie|EGÉgypte|EHSahara occidental|ERÉrythrée|ESEspagne|ETÉthiopie|FIFinlande|FJFidji|FKÎles Malouines|FMMicronésie|FOÎles Féroé|FRFrance|GAGabon|GBRoyaume-Uni|GDGrenade|GEGéorgie|GFGuyane française|GGGuernesey|GHGhana|GIGibraltar|GLGroenland|GMGambie|GNGuinée|GPGuadeloupe|GQGuinée équatoriale|GRGrèce|GSGéorgie du Sud-et-les Îles Sandwich du Sud|GTGuatemala|GUGuam|GWGuinée-Bissau|GYGuyana|HKR.A.S. chinoise de Hong Kong|HMÎles Heard-et-MacDonald|HNHonduras|HRCroatie|HTHaïti|HUHongrie|ICÎles Canaries|IDIndonésie|IEIrlande|ILIsraël|IMÎle de Man|INInde|IOTerritoire britannique de l’océan Indien|IQIrak|IRIran|ISIslande|ITItalie|JEJersey|JMJamaïque|JOJordanie|JPJapon|KEKenya|KGKirghizstan|KHCambodge|KIKiribati|KMComores|KNSaint-Christophe-et-Niévès|KPCorée du Nord|KRCorée du Sud|KWKoweït|KYÎles Caïmans|KZKazakhstan|LALaos|LBLiban|LCSainte-Lucie|LILiechtenstein|LKSri Lanka|LRLiberia|LSLesotho|LTLituanie|LULuxembourg|LVLettonie|LYLibye|MAMaroc|MCMonaco|MDMoldavie|MEMonténégro|MFSaint-Martin|MGMadagascar|MHÎles Marshall|MKMacédoine du Nord|MLMali|MMMyanmar (Birmanie)|MNMongolie|MOR.A.S. chinoise de Macao|MPÎles Mariannes du Nord|MQMartinique|MRMauritanie|MSMontserrat|MTMalte|MUMaurice|MVMaldives|MWMalawi|MXMexique|MYMalaisie|MZMozambique|NANamibie|NCNouvelle-Calédonie|NENiger|NFÎle Norfolk|NGNigeria|NINicaragua|NLPays-Bas|NONorvège|NPNépal|NRNauru|NUNiue|NZNouvelle-Zélande|OMOman|PAPanama|PEPérou|PFPolynésie française|PGPapouasie-Nouvelle-Guinée|PHPhilippines|PKPakistan|PLPologne|PMSaint-Pierre-et-Miquelon|PNÎles Pitcairn|PRPorto Rico|PSTerritoires palestiniens|PTPortugal|PWPalaos|PYParaguay|QAQatar|RELa Réunion|RORoumanie|RSSerbie|RURussie|RWRwanda|SAArabie saoudite|SBÎles Salomon|SCSeychelles|SDSoudan|SESuède|SGSingapour|SHSainte-Hélène|SISlovénie|SJSvalbard et Jan Mayen|SKSlovaquie|SLSierra Leone|SMSaint-Marin|SNSénégal|SOSomalie|SRSuriname|SSSoudan du Sud|STSao Tomé-et-Principe|SVSalvador|SXSaint-Martin (partie néerlandaise)|SYSyrie|SZEswatini|TATristan da Cunha|TCÎles Turques-et-Caïques|TDTchad|TFTerres australes françaises|TGTogo|THThaïlande|TJTadjikistan|TKTokelau|TLTimor oriental|TMTurkménistan|TNTunisie|TOTonga|TRTurquie|TTTrinité-et-Tobago|TVTuvalu|TWTaïwan|TZTanzanie|UAUkraine|UGOuganda|UMÎles mineures éloignées des États-Unis|USÉtats-Unis|UYUruguay|UZOuzbékistan|VAÉtat de la Cité du Vatican|VCSaint-Vincent-et-les Grenadines|VEVenezuela|VGÎles Vierges britanniques|VIÎles Vierges des États-Unis|VNViêt Nam|VUVanuatu|WFWallis-et-Futuna|WSSamoa|XKKosovo|YEYémen|YTMayotte|ZAAfrique du Sud|ZMZambie|ZWZimbabwe'
