/** A subject that ideas are about: how to notice it, and what people in it do, meet and stand in. */
export type Topic = {
  /** Words in the singular, lower case; `_` joins the words of a phrase; `~` marks those that count only in company. */
  words: string;
  /** Completes "It comes up …". */
  where: string;
  /** What people already do about problems here, as answers in the first person. */
  ways: string[];
  /** Other people in it, as answers. */
  others: string[];
  /** Who would pay, where the subject tells more than the kind of problem. */
  payer?: string;
  /** True when the occasion comes a few times a year, or in a life, so that a month shows nothing. */
  rare?: true;
};

export const topics = {
  pets: {
    words:
      'pet dog cat puppy kitten rabbit hamster parrot aquarium ~animal vet ~walker leash perro hund hunde chien dog_walker',
    where: 'at home, on walks and at the vet, often with an animal that cannot wait',
    ways: ['Asked another owner', 'Asked the vet', 'Worked it out on my own'],
    others: ['My family', 'A sitter or walker', 'The vet'],
  },
  parenting: {
    words:
      'parent mother father mum mom dad kid child toddler baby childcare babysitter nanny school_run daycare preschool kindergarten nursery_school teenager stroller bedtime_story au_pair host_family parents_evening school_letter school_bus birthday_party kid_birthday ~bedtime ~family',
    where: 'at home between school, work and bedtime, or at the school gate',
    ways: ['Asked in a parents’ group chat', 'Asked family or friends', 'Looked at parenting sites'],
    others: ['My partner', 'Grandparents', 'Other parents', 'School or nursery'],
  },
  pregnancy: {
    words: 'pregnancy pregnant newborn breastfeeding midwife postpartum birth',
    where: 'at home, at odd hours, and around appointments',
    ways: ['Asked a midwife or doctor', 'Asked other parents', 'Searched at night on my phone'],
    others: ['My partner', 'A midwife or doctor', 'My family'],
  },
  food: {
    words:
      'food meal recipe cook cooking dinner lunch grocery ingredient diet vegan vegetarian baking ~kitchen pantry leftover ~snack bread pasta baker grocery_list takeaway allergy-friendly gluten-free eat_out ~restaurant',
    where: 'in the kitchen, in a shop, or on the way home while tired',
    ways: ['Fell back on what I always make', 'Ordered a takeaway', 'Looked up recipes'],
    others: ['My partner', 'My children', 'Housemates'],
  },
  coffee: {
    words: 'coffee cafe café espresso barista tea coffee_shop',
    where: 'out in town, phone in hand, with a little time to spare',
    ways: ['Looked at ratings on a map', 'Went to my usual place', 'Walked around until one looked right'],
    others: ['A friend I was with', 'Colleagues', 'The staff there'],
  },
  hospitality: {
    words:
      'restaurant chef waiter ~hotel ~guest reservation takeaway ~menu bakery brewery catering pub hostel diner barkeeper bartender food_truck',
    where: 'in the kitchen or on the floor, in the middle of service or right after it',
    ways: ['Sorted it out by phone', 'Wrote it on a board or paper', 'Asked the staff group chat'],
    others: ['Kitchen staff', 'Waiting staff', 'Suppliers', 'Guests'],
  },
  brewing: {
    words: 'beer brewing brewery homebrew wine cider cocktail craft_brewery craft_beer',
    where: 'in the kitchen, garage or cellar, over days and weeks',
    ways: ['Kept notes on paper', 'Asked in a forum', 'Followed a recipe'],
    others: ['A friend who brews', 'A supplier', 'A club'],
  },
  farming: {
    words:
      'farm farmer crop livestock harvest tractor cattle dairy soil orchard agriculture smallholder irrigation sheep',
    where: 'in the field, in the barn or at the packing table, often without a desk or a signal',
    ways: ['Rang people I know', 'Asked another farmer', 'Went through a co-operative or dealer'],
    others: ['Family on the farm', 'Hired workers', 'Buyers', 'An adviser'],
  },
  gardening: {
    words: 'garden gardening plant houseplant vegetable allotment flower ~seed gardener lawn compost balcony',
    where: 'in the garden or at the window sill, with dirty hands',
    ways: ['Asked a neighbour who gardens', 'Asked at a garden centre', 'Tried things until one worked'],
    others: ['A neighbour', 'My family', 'A garden centre'],
  },
  beekeeping: {
    words: 'bee beekeeper beekeeping hive apiary swarm swarming honey colony',
    where: 'at the hive in gloves, and later at the kitchen table',
    ways: ['Wrote notes on the hive lid or in a book', 'Asked a mentor or my club', 'Went by feel'],
    others: ['A mentor', 'My beekeeping club', 'A neighbour'],
  },
  fitness: {
    words:
      'fitness gym workout ~exercise ~training muscle yoga pilates ~weight ~trainer ~strength ~stretch lose_weight strength_training personal_trainer personal_training exercise_routine drink_water hydration',
    where: 'at the gym, at home on the mat, or on the sofa deciding not to go',
    ways: ['Followed a plan from the internet', 'Asked a trainer', 'Trained with a friend'],
    others: ['A training partner', 'A trainer', 'My partner'],
  },
  running: {
    words:
      '~running runner marathon jogging 5k running_app running_plan running_partner running_shoe running_group running_club run_club',
    where: 'on the road or trail, and the evening before',
    ways: ['Followed a printed plan', 'Ran with a club', 'Used my watch'],
    others: ['A running partner', 'My club', 'A coach'],
  },
  cycling: {
    words: 'bike bicycle cycling cyclist ebike commute_by_bike',
    where: 'on the road, at the bike rack or in the shed',
    ways: ['Asked at a bike shop', 'Fixed it with a video', 'Asked my club'],
    others: ['A riding partner', 'A bike shop', 'My club'],
  },
  outdoors: {
    words: 'hike hiking hiker trail camping backpacking mountain outdoor tent trek ski skiing',
    where: 'on the trail, or at home the night before leaving',
    ways: ['Looked at maps and trip reports', 'Asked people who had been there', 'Improvised on the way'],
    others: ['The people I went with', 'A guide', 'Rangers or hut staff'],
  },
  climbing: {
    words: 'climbing climber bouldering belay crag climbing_gym',
    where: 'at the wall or the crag, and in the hours before going',
    ways: ['Asked people at the wall', 'Posted in a group chat', 'Went on my own'],
    others: ['A regular partner', 'Staff at the gym', 'A club'],
  },
  boats: {
    words: 'boat sailing sailor yacht kayak marina canoe',
    where: 'on the water, at the dock, and in the weeks before the season',
    ways: ['Asked at the marina', 'Asked another owner', 'Asked in a forum'],
    others: ['Crew', 'The marina', 'Other owners'],
  },
  sports: {
    words:
      'football soccer tennis golf basketball swimming team_sport ~pitch ~league referee padel cricket rugby golfer pickleball volleyball badminton pickup_game team_mate',
    where: 'at the pitch, the court or the pool, and in the group chat before it',
    ways: ['Asked in the team chat', 'Rang around', 'Left it to the captain or coach'],
    others: ['Team mates', 'A coach', 'The club'],
  },
  health: {
    words:
      'health patient medication medicine pill ~doctor symptom diabetes illness ~chronic pain physiotherapy migraine allergy prescription ~clinic ~condition chronic_pain chronic_illness health_condition diabetic arthritis asthma cancer diabetics',
    where: 'at home in the daily routine, and in the minutes before and after an appointment',
    ways: ['Kept notes for the doctor', 'Used a pill box or an alarm', 'Asked a doctor or pharmacist'],
    others: ['A doctor or nurse', 'A family member', 'A pharmacist'],
  },
  sleep: {
    words: 'sleep insomnia ~bedtime ~nap snoring ~tired bedtime_routine',
    where: 'in bed at night, and at work the day after',
    ways: ['Changed my evening routine', 'Used a sleep tracker', 'Took something for it'],
    others: ['My partner', 'A doctor', 'My children'],
  },
  'mental-health': {
    words:
      'calm wellbeing anxiety anxious stress stressed depression burnout mindfulness meditation happy happiness mood lonely loneliness therapy ~therapist mental_health mental_wellbeing meditate',
    where: 'in quiet moments: on the way home, in the evening, on a Sunday afternoon',
    ways: ['Talked to a friend', 'Went outside or moved', 'Scrolled on my phone'],
    others: ['A friend', 'My partner', 'A therapist or doctor'],
  },
  quitting: {
    words:
      'quit quitting smoking ~drinking sober addiction screen_time gambling vaping quit_drinking stop_drinking keep_away distracting_website',
    where: 'at the moment of temptation, often in the evening or among friends',
    ways: ['Relied on willpower', 'Told a friend', 'Swapped it for something else'],
    others: ['A friend', 'My partner', 'A support group'],
  },
  adhd: {
    words: 'adhd neurodivergent executive_dysfunction distracted',
    where: 'at the desk, in the hallway on the way out, and whenever a plan meets a distraction',
    ways: ['Set alarms', 'Wrote it on my hand or a note', 'Worked next to somebody'],
    others: ['My partner', 'A friend or coach', 'Somebody at work'],
  },
  autism: {
    words: 'autism autistic sensory neurodiverse aac',
    where: 'at home, at school or work, and in places that are loud or new',
    ways: ['Prepared a routine', 'Avoided the place', 'Asked somebody to come along'],
    others: ['My family', 'A teacher or colleague', 'A therapist'],
  },
  'elder-care': {
    words:
      'elderly senior dementia alzheimer caregiver carer grandparent grandmother grandfather ~older ageing aging retirement_home older_person older_adult older_parent older_relative retiree',
    where: 'at the older person’s home, and on the phone from work or another town',
    ways: ['Rang or visited more often', 'Shared it out in the family', 'Put up notes around the home'],
    others: ['Brothers or sisters', 'A paid carer', 'A doctor', 'Neighbours'],
  },
  disability: {
    words:
      'disability disabled wheelchair blind deaf ~accessible accessibility ~mobility ~impaired sign_language dyslexic dyslexia visually_impaired hearing_loss',
    where: 'on the way somewhere, at a counter, and wherever a place was not built for it',
    ways: ['Rang ahead to ask', 'Asked others with the same disability', 'Stayed at home instead'],
    others: ['A family member', 'An assistant', 'Staff on site'],
  },
  'healthcare-work': {
    words: 'nurse nursing hospital ward paramedic pharmacist physician surgeon healthcare shift_swap',
    where: 'on the ward between two tasks, and at home on a day off when the phone rings',
    ways: ['Asked in the staff group chat', 'Asked the manager', 'Asked colleagues one by one'],
    others: ['Colleagues', 'The ward manager', 'My family'],
  },
  dentistry: {
    words: 'dental dentist hygienist orthodontist tooth',
    where: 'at the front desk, in the minutes after a patient cancels or calls',
    ways: ['Rang patients from a list', 'Sent text messages', 'Left the slot empty'],
    others: ['Reception', 'The dentist', 'Patients'],
  },
  teaching: {
    words:
      'teacher teaching classroom ~lesson school curriculum ~grading homeschool professor lecturer educator pupil lesson_plan',
    where: 'in the classroom, and at home in the evening with a pile of work',
    ways: ['Asked a colleague', 'Reused last year’s material', 'Did it at the weekend'],
    others: ['Other teachers', 'School leaders', 'Parents', 'Pupils'],
  },
  students: {
    words:
      'student exam university college study studying homework revision ~campus thesis ~tutor ~tutoring lecture essay high_school textbook study_room study_group',
    where: 'at a desk late in the evening, in the library, in the week before an exam',
    ways: ['Asked a classmate', 'Watched videos', 'Reread my notes'],
    others: ['Classmates', 'A teacher or tutor', 'My parents'],
  },
  languages: {
    words:
      'language english spanish french german japanese vocabulary grammar ~speaking pronunciation bilingual translate translation language_exchange',
    where: 'on the commute, in short breaks, and in the moment somebody answers in that language',
    ways: ['Used a language app', 'Took a class', 'Talked to a native speaker'],
    others: ['A teacher', 'A conversation partner', 'Colleagues or family'],
  },
  maths: {
    words: 'math maths mathematics algebra calculus ~fraction geometry ~statistics',
    where: 'at the kitchen table over homework, and in the days before a test',
    ways: ['Asked somebody at home', 'Watched a video', 'Got private lessons'],
    others: ['A teacher', 'A parent', 'A tutor'],
  },
  science: {
    words:
      '~research researcher ~lab laboratory experiment scientist academic phd biology chemistry physics research_lab research_paper',
    where: 'at the bench, and at the desk between two experiments',
    ways: ['Kept a spreadsheet', 'Asked a colleague', 'Wrote a script'],
    others: ['My supervisor', 'Lab colleagues', 'A core facility'],
  },
  astronomy: {
    words: 'astronomy telescope stargazing astrophotography',
    where: 'outside at night, and indoors while watching the weather',
    ways: ['Checked several weather sites', 'Asked my club', 'Went out and hoped'],
    others: ['My club', 'A friend', 'My family'],
  },
  programming: {
    words:
      'developer programmer ~code coding software_engineer ~engineer ~api ~bug ~deploy github open_source software_developer web_developer code_review',
    where: 'at the keyboard, in the middle of something else',
    ways: ['Wrote a script', 'Asked a colleague', 'Asked an AI assistant'],
    others: ['My team', 'Another team', 'Customers'],
  },
  'no-code': {
    words: 'no_code nocode vibe_coding vibe_coder no-code bubble webflow airtable zapier prototype',
    where: 'in the evening after work, in front of a half-finished build',
    ways: ['Asked an AI assistant', 'Asked in a forum', 'Hired somebody'],
    others: ['A freelancer', 'A co-founder', 'Nobody but an AI assistant'],
  },
  design: {
    words:
      'designer design logo branding ux illustration illustrator ~interior font figma web_designer interior_design ~contrast',
    where: 'at the desk, between a client’s message and a deadline',
    ways: ['Looked at what others made', 'Asked another designer', 'Started from a template'],
    others: ['The client', 'Another designer', 'A developer'],
  },
  writing: {
    words:
      'writer writing author novel blog blogger book_draft poem poetry copywriter screenplay journalist ~newsletter',
    where: 'at the desk, early or late, with the text open',
    ways: ['Asked a friend to read it', 'Used an AI assistant', 'Put it aside'],
    others: ['A reader I trust', 'An editor', 'A writing group'],
  },
  music: {
    words:
      'music musician guitar piano song ~band singer singing ~instrument violin choir ~concert ~gig drummer dj sheet_music musical_instrument music_band band_practice guitarist',
    where: 'at home with the instrument out, and in the days between lessons or rehearsals',
    ways: ['Watched videos', 'Asked a teacher', 'Played along with recordings'],
    others: ['A teacher', 'Band mates', 'The people I live with'],
  },
  podcasts: {
    words: 'podcast podcaster episode audio',
    where: 'at the desk after recording, and on walks while listening',
    ways: ['Did it by hand', 'Used an audio tool', 'Paid an editor'],
    others: ['A co-host', 'Guests', 'An editor'],
  },
  photography: {
    words:
      'photo photographer photography ~picture camera ~image ~portrait ~album camera_equipment camera_gear',
    where: 'on location, and at the desk afterwards with hundreds of files',
    ways: ['Sorted by hand', 'Used an editing program', 'Left them on the card'],
    others: ['The client', 'An assistant', 'My family'],
  },
  video: {
    words:
      'video youtube youtuber film_maker filmmaker ~editing ~creator tiktok ~clip streamer influencer film_production film_crew content_creator',
    where: 'at the desk after filming, with a date of publication close',
    ways: ['Did it by hand', 'Used a template', 'Paid somebody'],
    others: ['An editor', 'A sponsor', 'The audience'],
  },
  film: {
    words: 'movie cinema ~tv ~series streaming netflix documentary tv_series tv_show',
    where: 'on the sofa in the evening, often with somebody waiting',
    ways: ['Scrolled until something looked fine', 'Asked a friend', 'Watched something again'],
    others: ['My partner', 'Friends', 'My children'],
  },
  games: {
    words: 'gamer gaming video_game game_developer esports ~steam indie_game indie_game',
    where: 'at the screen in the evening, alone or in a voice chat',
    ways: ['Asked in a chat server', 'Watched a stream', 'Looked at reviews'],
    others: ['Friends I play with', 'A community', 'My partner'],
  },
  'board-games': {
    words: 'board_game tabletop rpg dungeon card_game dice game_night',
    where: 'around a table, and in the group chat in the weeks before',
    ways: ['Asked in a group chat', 'Used a poll', 'Waited for somebody else to do it'],
    others: ['My regular group', 'A local shop', 'My family'],
  },
  books: {
    words:
      'book ~reading ~reader ~library novel bookshop book_club literature audiobook reading_list public_library reading_group',
    where: 'on the sofa, on the train, and in front of a full shelf',
    ways: ['Asked a friend', 'Looked at reviews', 'Asked in a shop or library'],
    others: ['Friends who read', 'A book club', 'A bookseller or librarian'],
  },
  crafts: {
    words:
      '~craft knitting crochet sewing quilt yarn pottery handmade ceramics embroidery fabric knitter handicraft craft_fair crafter ~pattern',
    where: 'at the table or on the sofa with the work in hand',
    ways: ['Kept notes on paper', 'Looked at videos', 'Asked in a craft group'],
    others: ['A craft group', 'A shop', 'My family'],
  },
  woodworking: {
    words: 'woodworking woodworker carpentry furniture_maker lumber workshop joinery',
    where: 'in the workshop, with the machine off and a board in hand',
    ways: ['Drew it on paper', 'Watched a video', 'Asked somebody more experienced'],
    others: ['A friend', 'A timber yard', 'The person it was for'],
  },
  'home-repair': {
    words:
      'renovation ~repair handyman diy kitchen_remodel ~paint roof plumbing heating household_repair power_tool',
    where: 'at home, standing in front of the thing that is broken or in the way',
    ways: ['Watched a video and tried', 'Asked a neighbour or friend', 'Put it off'],
    others: ['My partner', 'A tradesperson', 'A neighbour', 'My landlord'],
  },
  trades: {
    words:
      'plumber electrician house_builder contractor tradesperson tradesman construction carpenter welder roofer site_manager installer landscaper tradespeople apprentice',
    where: 'on site or in the van, between two jobs',
    ways: ['Used paper and phone photos', 'Sorted it out by phone', 'Did it in the evening'],
    others: ['The crew', 'The customer', 'The office', 'Suppliers'],
  },
  housing: {
    words:
      'apartment ~flat tenant roommate housemate flatmate ~rent moving_house mortgage home_buyer ~rental ~lease apartment_building rent_increase student_housing ~landlord',
    where: 'at home, and in the group chat of the people who live there',
    ways: ['Used a shared note or spreadsheet', 'Talked about it in person', 'Kept quiet about it'],
    others: ['The people I live with', 'The landlord or agent', 'My family'],
  },
  landlords: {
    words:
      'landlord ~property property_manager ~letting airbnb_host real_estate estate_agent realtor hoa rent_collection collect_rent ~rent',
    where: 'in the evening beside another job, or the moment a tenant calls',
    ways: ['Used a spreadsheet', 'Handed it to an agent', 'Sorted it out by phone'],
    others: ['Tenants', 'Tradespeople', 'An agent', 'An accountant'],
  },
  cars: {
    words:
      'car ~driver vehicle mechanic ~garage parking motorbike ev charging_station carpool ~commuter car_wash ~wash carpooling ride_sharing share_ride',
    where: 'on the road, in a car park, or at the garage waiting for a price',
    ways: ['Asked a friend who knows', 'Rang several places', 'Searched on my phone'],
    others: ['My family', 'A garage', 'Other drivers'],
  },
  travel: {
    words:
      'travel traveller traveler trip ~holiday ~vacation flight tourist itinerary ~hotel backpacker luggage sightseeing tour home_exchange house_swap holiday_trip holiday_rental',
    where: 'on the sofa weeks before leaving, and on the way with a weak signal',
    ways: ['Opened many tabs', 'Asked people who had been there', 'Used a travel agent or a package'],
    others: ['The people I travelled with', 'A host or hotel', 'A travel agent'],
    rare: true,
  },
  freelancing: {
    words:
      'freelancer freelance self-employed ~client ~invoice contractor_work gig_worker consultant ~solo ~gig',
    where: 'at the desk between paid work, usually at the end of the month',
    ways: ['Wrote a careful e-mail', 'Kept a spreadsheet', 'Waited'],
    others: ['The client', 'Their accounts department', 'An accountant'],
  },
  accounting: {
    words: 'tax vat bookkeeping accountant accounting receipt payroll ~audit expense_report ~filing invoice',
    where: 'at the desk in the days before a deadline',
    ways: ['Used a spreadsheet', 'Handed it to an accountant', 'Did it the night before'],
    others: ['An accountant', 'The tax office', 'A business partner'],
    rare: true,
  },
  money: {
    words:
      'money budget ~saving debt loan bill expense spending ~bank ~payment ~split pension ~finance salary ~subscription split_bill free_trial price_drop budgeting coupon bargain ~price',
    where: 'at the till, at the end of the month, and when a bill arrives',
    ways: ['Used a spreadsheet', 'Looked at my banking app', 'Worked it out in my head'],
    others: ['My partner', 'Friends', 'My bank'],
  },
  investing: {
    words:
      'invest investing investor stock_market share_price ~portfolio etf crypto dividend stock_portfolio investment_portfolio',
    where: 'at the phone in a break, and after reading some news',
    ways: ['Read a forum', 'Asked a friend', 'Asked an adviser'],
    others: ['My partner', 'An adviser', 'Friends'],
  },
  ecommerce: {
    words:
      'ecommerce online_shop online_store ~seller etsy shopify amazon ebay dropshipping ~merchant shop_owner retailer ~inventory online_seller',
    where: 'at the packing table and the laptop, between orders',
    ways: ['Used a spreadsheet', 'Used what the marketplace offers', 'Did it by hand, order by order'],
    others: ['Customers', 'Suppliers', 'A helper', 'An accountant'],
  },
  reuse: {
    words:
      'reuse second-hand secondhand recycle recycling waste zero_waste thrift outgrown hand-me-down declutter furniture upcycle unsold surplus sustainable repair_cafe share_tool lend_tool borrow_tool teilen werkzeug werkzeuge',
    where: 'in front of a full cupboard, or when something is about to be thrown away',
    ways: ['Gave it to somebody I know', 'Put it online', 'Threw it away', 'Kept it'],
    others: ['Friends', 'Neighbours', 'A charity shop'],
  },
  energy: {
    words:
      'solar energy electricity carbon climate heat_pump emission wind_power ~battery ~footprint home_battery carbon_footprint',
    where: 'at home when the bill comes, and on site when something is installed',
    ways: ['Compared offers by hand', 'Asked a neighbour who has done it', 'Asked an installer'],
    others: ['An installer', 'My household', 'The energy company'],
  },
  'small-business': {
    words:
      'small_business ~business ~company shop_owner small_shop corner_shop local_shop salon sme ~customer ~insurer business_owner ~card vendor market_trader cleaner',
    where: 'at work, squeezed between other duties',
    ways: ['Used a spreadsheet', 'Did it by hand', 'Handed it to somebody on the team'],
    others: ['My team', 'Customers', 'Suppliers', 'An accountant'],
  },
  startups: {
    words: 'startup founder entrepreneur mvp side_project solopreneur indie_hacker',
    where: 'at the laptop, often in the evening beside a job',
    ways: ['Asked another founder', 'Read about it', 'Tried it and saw'],
    others: ['A co-founder', 'Early users', 'A mentor'],
  },
  'co-founders': {
    words: 'co-founder cofounder founding_team business_partner',
    where: 'at events, in online groups, and in long talks with people one hardly knows',
    ways: ['Asked people I had worked with', 'Went to events', 'Posted in an online group'],
    others: ['Friends', 'Former colleagues', 'A mentor'],
    rare: true,
  },
  marketing: {
    words:
      'marketing marketer advertising ~campaign seo social_media ~brand ~content audience_growth email_list ~agency content_calendar',
    where: 'at the desk, with the numbers of the last campaign open',
    ways: ['Copied what a competitor does', 'Hired somebody', 'Tried things at random'],
    others: ['A freelancer or agency', 'My team', 'Sales'],
  },
  sales: {
    words: 'sales salesperson ~lead crm prospect cold_call ~pipeline b2b',
    where: 'at the desk or in the car between two calls',
    ways: ['Used a spreadsheet', 'Used the CRM', 'Kept it in my head'],
    others: ['My manager', 'Marketing', 'Customers'],
  },
  hiring: {
    words:
      'hiring ~hire recruiter recruiting recruitment ~candidate ~interview hr onboarding ~employee exit_interview employee_onboarding',
    where: 'at the desk, between other work, with a position open too long',
    ways: ['Asked people I know', 'Posted on a job board', 'Paid a recruiter'],
    others: ['The hiring manager', 'The team', 'A recruiter'],
  },
  careers: {
    words:
      'job career resume cv job_seeker internship ~graduate jobseeker job_search job_interview interview_preparation job_board prepare_for_interview mentorship',
    where: 'at home after work, with many tabs open',
    ways: ['Asked people I know', 'Used a job site', 'Asked a coach or adviser'],
    others: ['A friend', 'A former colleague', 'A coach'],
  },
  'remote-work': {
    words:
      '~remote remote_team slack ~meeting zoom hybrid coworking distributed ~thread home_office time_zone remote_company remote_worker meeting_recording meeting_note',
    where: 'at the screen, in the morning and after every meeting',
    ways: ['Scrolled through everything', 'Asked a colleague', 'Let it pass'],
    others: ['My team', 'My manager', 'Other teams'],
  },
  'project-work': {
    words:
      '~project ~deadline roadmap stakeholder kanban task_management status_report ~team product_manager project_manager manager',
    where: 'in and between meetings, and on Friday afternoon',
    ways: ['Used a spreadsheet', 'Asked everybody one by one', 'Held a meeting'],
    others: ['My team', 'My manager', 'The client'],
  },
  productivity: {
    words:
      'productivity habit ~routine to-do todo ~focus procrastination ~goal time_management ~note ~calendar journal ~reminder distraction distracting ~time',
    where: 'in the morning, and at the moments when a plan slips',
    ways: ['Used paper', 'Used an app', 'Relied on my memory'],
    others: ['My partner', 'A friend', 'Somebody at work'],
  },
  it: {
    words:
      'sysadmin ~server network_admin helpdesk it_support ~cloud ~backup ~laptop device_management ~incident',
    where: 'at the desk, or on call at night',
    ways: ['Wrote a script', 'Searched old tickets', 'Asked a colleague'],
    others: ['My team', 'A supplier', 'Users'],
  },
  security: {
    words: 'security privacy password phishing scam fraud hacker gdpr surveillance data_breach',
    where: 'at the moment of a strange message, and when somebody asks for proof',
    ways: ['Asked somebody who knows', 'Changed my passwords', 'Searched for it'],
    others: ['A colleague', 'My family', 'My bank or provider'],
  },
  data: {
    words:
      '~data spreadsheet dataset analytics excel ~database ~report ~chart dashboard_report data_entry data_analyst',
    where: 'at the desk, with several exports open',
    ways: ['Did it by hand', 'Wrote a formula or script', 'Asked somebody in data'],
    others: ['My team', 'My manager', 'Another department'],
  },
  ai: {
    words: 'llm chatgpt machine_learning ~prompt gpt language_model ai_agent',
    where: 'at the screen, in the middle of other work',
    ways: ['Wrote prompts by hand', 'Compared several models', 'Did it without AI'],
    others: ['My team', 'A client', 'Nobody but the model'],
  },
  nonprofit: {
    words:
      'nonprofit charity volunteer volunteering donation donor fundraising ngo food_bank ~refugee community_group fundraiser community_garden',
    where: 'at the help desk, at events, and in the evening after paid work',
    ways: ['Used a shared spreadsheet', 'Sent messages one by one', 'Asked on social media'],
    others: ['Volunteers', 'The board', 'Donors', 'Other charities'],
  },
  fashion: {
    words: 'fashion clothes clothing outfit wardrobe dress shoe ~wear tailor jeans ~style stylist plus-size',
    where: 'in front of the wardrobe, in a fitting room, or with a parcel to send back',
    ways: ['Wore the usual', 'Asked a friend', 'Ordered several and sent some back'],
    others: ['A friend', 'My partner', 'Shop staff'],
  },
  beauty: {
    words:
      'beauty skincare makeup hair hairdresser barber barbershop ~nail cosmetic salon acne ~stylist nail_salon hair_stylist hair_salon',
    where: 'in front of the mirror, and in the days before an occasion',
    ways: ['Asked a friend', 'Watched videos', 'Tried products until one worked'],
    others: ['A friend', 'A stylist', 'A doctor'],
  },
  dating: {
    words: 'dating ~couple ~relationship romance tinder partner_search date_night single',
    where: 'on the phone in the evening, and on the way home from a date',
    ways: ['Used a dating app', 'Asked friends to introduce me', 'Took a break from it'],
    others: ['Friends', 'A dating app', 'My family'],
  },
  friendship: {
    words:
      '~friend friendship meet_people ~newcomer hangout penpal introvert loneliness social_circle make_friend find_friend new_friend ~lonely ~companionship',
    where: 'on free evenings and weekends, above all after a move or a change in life',
    ways: ['Went to an event', 'Wrote to an old friend', 'Stayed at home'],
    others: ['Old friends', 'Colleagues', 'A club or group'],
  },
  events: {
    words:
      'event wedding ~party venue birthday bride festival conference guest_list rsvp planner_event birthday_party guest_list',
    where: 'at home in the months before, and on the day itself',
    ways: ['Kept a spreadsheet', 'Asked family', 'Paid a planner'],
    others: ['My partner', 'Family', 'Suppliers', 'Guests'],
    rare: true,
  },
  grief: {
    words:
      'funeral grief bereavement burial death widow cremation memorial obituary lost_a_parent lost_a_child lost_a_loved lost_their',
    where: 'at home and on the phone in the first days after a death, with no strength to compare',
    ways: ['Took the first one that was recommended', 'Asked family', 'Asked a doctor or a priest'],
    others: ['My family', 'A funeral director', 'A doctor or a priest'],
    rare: true,
  },
  legal: {
    words:
      'legal law lawyer contract attorney ~court divorce solicitor notary visa_application will_writing compliance ~permit legal_advice',
    where: 'at the table with a letter in hand and a date on it',
    ways: ['Asked a friend who knows law', 'Searched for it', 'Paid a lawyer'],
    others: ['A lawyer', 'An authority', 'My family'],
    rare: true,
  },
  logistics: {
    words:
      '~delivery courier truck freight warehouse shipping ~parcel logistics fleet supply_chain last-mile ~package courier_company delivery_route delivery_driver customs exporter importer',
    where: 'at the loading door, in the cab, or at home waiting for a bell',
    ways: ['Rang people', 'Used a spreadsheet', 'Used one fixed carrier'],
    others: ['Drivers', 'Customers', 'A dispatcher'],
  },
  manufacturing: {
    words:
      'factory manufacturing ~machine machinist ~production cnc ~assembly spare_part ~maintenance quality_control hardware_startup mechanical_engineer engineering ~engineer ~hardware',
    where: 'on the shop floor, with the machine waiting',
    ways: ['Wrote it on paper', 'Asked the most experienced person', 'Rang the supplier'],
    others: ['Operators', 'Maintenance', 'Suppliers', 'Management'],
  },
  '3d-printing': {
    words: '3d_printing 3d_printer filament slicer 3d_print',
    where: 'at the printer, at the first failed layer',
    ways: ['Changed settings until it worked', 'Asked in a forum', 'Printed it again'],
    others: ['A friend', 'A forum', 'Nobody'],
  },
  electronics: {
    words:
      'electronics circuit arduino raspberry soldering ~sensor microcontroller pcb hardware_startup ~hardware',
    where: 'at the bench, with a meter in hand',
    ways: ['Read data sheets', 'Asked in a forum', 'Tried parts until one worked'],
    others: ['A colleague', 'A supplier', 'A forum'],
  },
  'smart-home': {
    words: 'smart_home home_automation thermostat iot smart_lock',
    where: 'at home, when a device does not do what it should',
    ways: ['Reset it', 'Asked in a forum', 'Did it by hand'],
    others: ['My partner', 'An installer', 'My children'],
  },
  expats: {
    words:
      'expat immigrant immigration visa migrant relocation foreigner newcomer_country abroad residence_permit refugee asylum_seeker',
    where: 'in the first months in a new country, at counters and in front of forms',
    ways: ['Asked others who had moved', 'Paid somebody', 'Asked at the office'],
    others: ['My employer', 'An authority', 'Other newcomers', 'A lawyer'],
  },
  local: {
    words:
      'neighbour neighbor neighbourhood neighborhood local_community ~street ~village ~town ~nearby nachbar nachbarn vecino vecinos voisin voisins',
    where: 'at the door, in the stairwell and on the street',
    ways: ['Asked a neighbour', 'Posted in a local group', 'Managed alone'],
    others: ['Neighbours', 'Friends', 'The council or landlord'],
  },
  genealogy: {
    words: 'genealogy ancestry family_tree ancestor family_history',
    where: 'at the laptop in the evening, and at a relative’s table with old papers',
    ways: ['Searched archives online', 'Asked older relatives', 'Kept it on paper'],
    others: ['Relatives', 'An archive', 'Other researchers'],
  },
  collecting: {
    words: 'collector ~collection vinyl ~coin ~stamp lego trading_card comic antique',
    where: 'at fairs and shops, and at the shelf at home',
    ways: ['Used a spreadsheet', 'Asked other collectors', 'Relied on my memory'],
    others: ['Other collectors', 'A dealer', 'My family'],
  },
  coparenting: {
    words:
      'co-parent coparent co-parenting coparenting separated_parent divorced_parent single_parent custody stepfamily two_home both_home handover separated ~divorce ~calendar',
    where: 'at the door when a child changes homes, and in messages between the two homes',
    ways: ['Wrote to the other parent', 'Kept a calendar of my own', 'Sorted it out at the door'],
    others: ['The other parent', 'My child', 'Grandparents', 'School or nursery'],
    payer: 'the parent who starts it; whether the other one joins, and at what price, has to be checked',
  },
  'therapy-work': {
    words: 'therapist psychologist psychotherapist counsellor counselor ~session ~client ~clinic',
    where: 'in the ten minutes between two sessions, and at the desk in the evening',
    ways: [
      'Wrote it up after the last session',
      'Kept short notes on paper',
      'Used what the practice software offers',
    ],
    others: ['A supervisor', 'Colleagues', 'The front desk', 'Clients'],
  },
  art: {
    words:
      'artist tattoo art painter painting drawing sculptor gallery mural watercolour watercolor artwork sketchbook',
    where: 'in the studio, and on the phone between two pieces of work',
    ways: ['Posted it on social media', 'Asked another artist', 'Did it in the evening'],
    others: ['Customers', 'Other artists', 'A gallery or studio'],
  },
  'gig-work': {
    words:
      'gig_worker gig_economy uber_driver rideshare rideshare_driver food_courier delivery_driver side_hustle gig_work',
    where: 'in the car or on the bike between two orders, and at home on a Sunday',
    ways: ['Kept a spreadsheet', 'Looked at what the app shows', 'Asked other drivers'],
    others: ['Other drivers', 'The platform', 'An accountant', 'My family'],
  },
  household: {
    words: 'chore housework laundry household tidy tidying dish declutter ~cleaning ~clean ~home',
    where: 'at home in the evening and at the weekend, when it can no longer be put off',
    ways: ['Did it myself', 'Took turns', 'Made a list'],
    others: ['My partner', 'My children', 'The people I live with'],
  },
  general: { words: '', where: '', ways: [], others: [] },
} satisfies Record<string, Topic>;

export type TopicId = keyof typeof topics;
