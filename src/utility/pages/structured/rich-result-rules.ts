/** Properties that Google's documentation requires of a type before it shows a rich result. */
export interface RichResultRule {
  readonly type: string;
  /** Further types that this rule covers. */
  readonly also: readonly string[];
  /** `a.b` is property b of every a present; `a|b` means either of them. */
  readonly required: readonly string[];
  readonly recommended: readonly string[];
  readonly note: string | null;
}

const words = (text: string): string[] => text.split(' ').filter(Boolean);

const rule = (
  type: string,
  required: string,
  recommended: string,
  { also = '', note = null }: { also?: string; note?: string | null } = {},
): RichResultRule => ({
  type,
  also: words(also),
  required: words(required),
  recommended: words(recommended),
  note,
});

const businesses =
  'AnimalShelter ArchiveOrganization AutomotiveBusiness AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash GasStation MotorcycleDealer ChildCare Dentist DryCleaningOrLaundry EmergencyService FireStation Hospital PoliceStation EmploymentAgency EntertainmentBusiness AmusementPark ArtGallery Casino ComedyClub MovieTheater NightClub FinancialService AccountingService BankOrCreditUnion InsuranceAgency FoodEstablishment Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant Winery GovernmentOffice HealthAndBeautyBusiness BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor HomeAndConstructionBusiness Electrician GeneralContractor HVACBusiness HousePainter Locksmith MovingCompany Plumber RoofingContractor InternetCafe LegalService Attorney Notary Library LodgingBusiness BedAndBreakfast Campground Hostel Hotel Motel Resort MedicalBusiness MedicalClinic Optician Pharmacy Physician ProfessionalService RealEstateAgent RecyclingCenter SelfStorage ShoppingCenter SportsActivityLocation BowlingAlley ExerciseGym GolfCourse PublicSwimmingPool SkiResort SportsClub StadiumOrArena TennisComplex Store BikeStore BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore ElectronicsStore Florist FurnitureStore GardenStore GroceryStore HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore MensClothingStore MobilePhoneStore MovieRentalStore MusicStore OfficeEquipmentStore OutletStore PawnShop PetStore ShoeStore SportingGoodsStore TireShop ToyStore WholesaleStore TouristInformationCenter TravelAgency VeterinaryCare';
const events =
  'BusinessEvent ChildrensEvent ComedyEvent CourseInstance DanceEvent DeliveryEvent EducationEvent EventSeries ExhibitionEvent Festival FoodEvent Hackathon LiteraryEvent MusicEvent PublicationEvent SaleEvent ScreeningEvent SocialEvent SportsEvent TheaterEvent VisualArtsEvent';
const organizations =
  'Airline Consortium Corporation EducationalOrganization CollegeOrUniversity ElementarySchool HighSchool MiddleSchool Preschool School FundingScheme GovernmentOrganization LibrarySystem MedicalOrganization NGO NewsMediaOrganization OnlineBusiness OnlineStore PerformingGroup MusicGroup PoliticalParty Project ResearchOrganization SportsOrganization SportsTeam WorkersUnion';

export const richResultRules: readonly RichResultRule[] = [
  rule('Article', '', 'headline image author author.name author.url datePublished dateModified', {
    also: 'NewsArticle BlogPosting AdvertiserContentArticle SatiricalArticle ScholarlyArticle TechArticle Report LiveBlogPosting AnalysisNewsArticle BackgroundNewsArticle OpinionNewsArticle ReportageNewsArticle ReviewNewsArticle',
  }),
  rule('BreadcrumbList', 'itemListElement itemListElement.position itemListElement.name|item', ''),
  rule('ItemList', 'itemListElement itemListElement.position itemListElement.url|item', ''),
  rule('Course', 'name description', 'provider', {}),
  rule('ClaimReview', 'claimReviewed reviewRating url', 'author itemReviewed reviewRating.alternateName'),
  rule(
    'Dataset',
    'name description',
    'alternateName creator distribution distribution.contentUrl identifier isAccessibleForFree keywords license sameAs spatialCoverage temporalCoverage variableMeasured version url',
  ),
  rule(
    'DiscussionForumPosting',
    'author author.name datePublished text|image|video',
    'author.url comment dateModified headline interactionStatistic url',
    {
      also: 'SocialMediaPosting',
    },
  ),
  rule(
    'Event',
    'name startDate location',
    'description endDate eventStatus image location.name location.address offers offers.availability offers.price offers.priceCurrency offers.url offers.validFrom organizer organizer.name performer performer.name',
    { also: events },
  ),
  rule('FAQPage', 'mainEntity mainEntity.name mainEntity.acceptedAnswer mainEntity.acceptedAnswer.text', '', {
    note: 'Shown only for well-known government and health sites since 2023.',
  }),
  rule('HowTo', 'name step', 'image totalTime supply tool step.text|itemListElement|name', {
    note: 'No longer shown by Google since 2023.',
  }),
  rule(
    'ImageObject',
    'contentUrl creator|creditText|copyrightNotice|license',
    'license acquireLicensePage creator copyrightNotice creditText',
  ),
  rule(
    'JobPosting',
    'datePosted description hiringOrganization title jobLocation|applicantLocationRequirements',
    'baseSalary directApply employmentType identifier jobLocationType validThrough jobLocation.address',
  ),
  rule(
    'LocalBusiness',
    'name address',
    'aggregateRating geo openingHoursSpecification|openingHours priceRange review telephone url',
    { also: businesses },
  ),
  rule('Movie', 'name image', 'aggregateRating dateCreated director review'),
  rule('Organization', '', 'name url logo address contactPoint description email telephone sameAs', {
    also: organizations,
  }),
  rule(
    'Product',
    'name review|aggregateRating|offers offers.price|priceSpecification|lowPrice',
    'image description brand sku|gtin|gtin13|gtin12|gtin8|mpn aggregateRating review offers offers.priceCurrency|priceSpecification offers.availability offers.priceValidUntil|highPrice review.author review.reviewRating aggregateRating.ratingValue aggregateRating.ratingCount|reviewCount',
    { also: 'ProductGroup ProductModel IndividualProduct SomeProducts Vehicle Car Motorcycle' },
  ),
  rule(
    'Offer',
    'price|priceSpecification',
    'priceCurrency|priceSpecification availability itemCondition priceValidUntil url',
  ),
  rule('AggregateOffer', 'lowPrice priceCurrency', 'highPrice offerCount'),
  rule(
    'ProfilePage',
    'mainEntity mainEntity.name',
    'dateCreated dateModified mainEntity.alternateName mainEntity.identifier mainEntity.image mainEntity.sameAs',
  ),
  rule(
    'QAPage',
    'mainEntity mainEntity.name mainEntity.answerCount mainEntity.acceptedAnswer|suggestedAnswer',
    'mainEntity.author mainEntity.datePublished mainEntity.text mainEntity.upvoteCount',
  ),
  rule(
    'Recipe',
    'name image',
    'aggregateRating author cookTime|totalTime datePublished description keywords nutrition nutrition.calories prepTime|totalTime recipeCategory recipeCuisine recipeIngredient recipeInstructions recipeYield totalTime video',
  ),
  rule(
    'Review',
    'author itemReviewed itemReviewed.name reviewRating reviewRating.ratingValue',
    'datePublished reviewRating.bestRating reviewRating.worstRating',
    {
      also: 'CriticReview EmployerReview UserReview',
    },
  ),
  rule(
    'AggregateRating',
    'itemReviewed itemReviewed.name ratingValue ratingCount|reviewCount',
    'bestRating worstRating',
    {
      also: 'EmployerAggregateRating',
    },
  ),
  rule(
    'SoftwareApplication',
    'name offers offers.price aggregateRating|review',
    'applicationCategory operatingSystem',
    {
      also: 'WebApplication MobileApplication VideoGame',
    },
  ),
  rule(
    'VideoObject',
    'name thumbnailUrl uploadDate',
    'description contentUrl|embedUrl duration expires hasPart interactionStatistic publication',
  ),
  rule('WebSite', 'name url', 'alternateName'),
];
