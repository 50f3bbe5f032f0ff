/** Cultures with names in other scripts, each with the form it takes in an address, in the form of culture.ts. */
export const scriptNames = `
ja-JP 6 JPY 1600 jp,co.jp,ne.jp family-first
美咲=misaki,陽翔=haruto,さくら=sakura,蓮=ren,結衣=yui,大輔=daisuke,ひかり=hikari,健太=kenta,あおい=aoi,翼=tsubasa,マリア=maria,千尋=chihiro,海斗=kaito,みゆき=miyuki
佐藤=sato,鈴木=suzuki,高橋=takahashi,渡辺=watanabe,小林=kobayashi,山田=yamada,斎藤=saito,木村=kimura,清水=shimizu,港=minato,船越=funakoshi,浜田=hamada
Kyoto,Kobe,Yokohama,Nagasaki,Hakodate,Niigata,Sasebo
yahoo.co.jp,gmail.com,docomo.ne.jp,icloud.com,ezweb.ne.jp,outlook.jp

zh-TW 3 TWD 390 com.tw,tw family-first unspaced
怡君=yijun,志明=zhiming,雅婷=yating,家豪=jiahao,淑芬=shufen,俊傑=junjie,詩涵=shihan,冠宇=guanyu,佩珊=peishan,承恩=chengen
陳=chen,林=lin,黃=huang,張=zhang,李=li,吳=wu,劉=liu,蔡=cai,楊=yang,許=xu
Tainan,Kaohsiung,Keelung,Hualien,Taichung
gmail.com,yahoo.com.tw,hotmail.com,pchome.com.tw

zh-CN 5 CNY 88 cn,com.cn,com family-first unspaced
伟=wei,芳=fang,秀英=xiuying,海涛=haitao,静=jing,国强=guoqiang,晓明=xiaoming,丽丽=lili,子轩=zixuan,雨桐=yutong,建华=jianhua,思远=siyuan
王=wang,李=li,张=zhang,刘=liu,陈=chen,杨=yang,赵=zhao,黄=huang,周=zhou,欧阳=ouyang
Qingdao,Ningbo,Xiamen,Dalian,Shanghai,Guangzhou
qq.com,163.com,126.com,sina.com,gmail.com

ko-KR 4 KRW 15000 kr,co.kr family-first unspaced
서연=seoyeon,민준=minjun,지우=jiwoo,하은=haeun,도윤=doyun,수빈=subin,예준=yejun,은지=eunji,현우=hyunwoo,나리=nari
김=kim,이=lee,박=park,최=choi,정=jung,강=kang,조=cho,윤=yoon,장=jang,임=lim
Busan,Incheon,Yeosu,Mokpo,Pohang,Ulsan
naver.com,gmail.com,daum.net,hanmail.net,kakao.com

ru-KZ 3 KZT 5900 kz,com
Дмитрий=dmitri,Айгерим*=aigerim,Сергей=sergei,Наталья*=natalya,Ерлан=yerlan,Ольга*=olga,Тимур=timur,Жанар*=zhanar,Алексей=alexei,Мария*=maria
Соколов/Соколова=sokolov/sokolova,Ахметов/Ахметова=akhmetov/akhmetova,Кузнецов/Кузнецова=kuznetsov/kuznetsova,Нурланов/Нурланова=nurlanov/nurlanova,Морозов/Морозова=morozov/morozova,Жуков/Жукова=zhukov/zhukova,Сейткали=seitkali,Волков/Волкова=volkov/volkova
Almaty,Aktau,Atyrau,Astana
yandex.com,mail.ru,gmail.com,mail.kz

uk-UA 4 UAH 520 ua,com.ua
Олена=olena,Тарас=taras,Оксана=oksana,Богдан=bohdan,Євген=yevhen,Соломія=solomiia,Юрій=yurii,Ганна=hanna,Андрій=andrii,Леся=lesia
Бондар=bondar,Шевченко=shevchenko,Коваль=koval,Ткачук=tkachuk,Гончар=honchar,Мельник=melnyk,Яремчук=yaremchuk,Лисенко=lysenko
Львів,Одеса,Миколаїв,Херсон,Чернівці
ukr.net,gmail.com,i.ua,meta.ua

bg-BG 2 EUR 11 bg,eu
Георги=georgi,Мария*=mariya,Стоян=stoyan,Цветелина*=tsvetelina,Иван=ivan,Рада*=rada,Красимир=krasimir,Елица*=elitsa
Димитров/Димитрова=dimitrov/dimitrova,Петров/Петрова=petrov/petrova,Стоянов/Стоянова=stoyanov/stoyanova,Ангелов/Ангелова=angelov/angelova,Христов/Христова=hristov/hristova,Морски/Морска=morski/morska
Варна,Бургас,Русе,Созопол
abv.bg,gmail.com,mail.bg

el-GR 3 EUR 12 gr,com.gr,eu
Ελένη*=eleni,Γιώργος=giorgos,Αικατερίνη*=aikaterini,Νίκος=nikos,Δέσποινα*=despina,Σπύρος=spyros,Ιωάννα*=ioanna,Θανάσης=thanasis,Χρυσούλα*=chrysoula
Παπαδάκης/Παπαδάκη=papadakis/papadaki,Οικονόμου=oikonomou,Γεωργίου=georgiou,Νικολαΐδης/Νικολαΐδου=nikolaidis/nikolaidou,Καραμανλής/Καραμανλή=karamanlis/karamanli,Θαλασσινός/Θαλασσινού=thalassinos/thalassinou,Βλάχος/Βλάχου=vlachos/vlachou
Πειραιάς,Χανιά,Θεσσαλονίκη,Πάτρα,Ερμούπολη
gmail.com,gmx.de,otenet.gr,yahoo.gr,hotmail.gr

ar-JO 4 JOD 9 jo,com,com.jo
أمينة=amina,خالد=khaled,ليلى=layla,يوسف=yousef,نور=nour,عمر=omar,سلمى=salma,طارق=tareq,هالة=hala,زيد=zaid
الحسن=alhasan,الخطيب=alkhatib,حداد=haddad,المصري=almasri,منصور=mansour,النجار=alnajjar,بحري=bahri,العمري=alomari
Amman,Aqaba,Irbid,Zarqa
outlook.com,gmail.com,hotmail.com,yahoo.com

ar-EG 3 EGP 390 com.eg,eg
محمد=mohamed,فاطمة=fatma,أحمد=ahmed,ياسمين=yasmin,كريم=karim,نادية=nadia,حسام=hossam,مريم=mariam
عبد الله=abdallah,السيد=elsayed,حسين=hussein,إبراهيم=ibrahim,الشاذلي=elshazly,صياد=sayyad
الإسكندرية,بورسعيد,دمياط,السويس
gmail.com,yahoo.com,hotmail.com,link.net

fa-IR 1 IRR 1900000 ir
پریسا=parisa,امیر=amir,شیرین=shirin,کاوه=kaveh,نگار=negar,آرش=arash
رضایی=rezaei,کریمی=karimi,دریایی=daryaei,احمدی=ahmadi,موسوی=mousavi
Bandar Abbas,Bushehr,Anzali
gmail.com,yahoo.com,chmail.ir

he-IL 2 ILS 49 co.il,org.il
נועה=noa,איתי=itay,תמר=tamar,אורי=ori,שירה=shira,יונתן=yonatan,מיכל=michal,גיל=gil
בן־דוד=bendavid,כהן=cohen,לוי=levi,מזרחי=mizrahi,אלקיים=elkayam,ספיר=sapir,ימי=yami
Haifa,Ashdod,Eilat,Yafo
walla.co.il,gmail.com,netvision.net.il,bezeqint.net

hi-IN 6 INR 790 in,co.in,com
आरव=aarav,प्रिया=priya,रोहन=rohan,अनन्या=ananya,विक्रम=vikram,दीपिका=deepika,अर्जुन=arjun,सुनीता=sunita,करण=karan,मीरा=meera
शर्मा=sharma,वर्मा=varma,पाटिल=patil,जोशी=joshi,गुप्ता=gupta,सिंह=singh,मेहता=mehta,नाविक=navik
Jaipur,Mumbai,Surat,Kandla,Goa,Pune
gmail.com,rediffmail.com,yahoo.co.in,outlook.com

ta-IN 2 INR 790 in,co.in
முருகன்=murugan,கயல்=kayal,செல்வி=selvi,அருண்=arun,மலர்=malar,கார்த்திக்=karthik
ரகுநாதன்=raghunathan,சுப்ரமணியன்=subramanian,நடராஜன்=natarajan,பாண்டியன்=pandian
Chennai,Thoothukudi,Nagapattinam
gmail.com,rediffmail.com,yahoo.in

bn-BD 2 BDT 990 com.bd,bd
রহিম=rahim,ফারহানা=farhana,তানভীর=tanvir,নুসরাত=nusrat,সজীব=sajib,মৌসুমী=mousumi
হোসেন=hossain,ইসলাম=islam,চৌধুরী=chowdhury,আক্তার=akter,মাঝি=majhi
চট্টগ্রাম,খুলনা,বরিশাল
gmail.com,yahoo.com

th-TH 3 THB 429 co.th,in.th
สมชาย=somchai,พิมพ์ชนก=pimchanok,ธนากร=thanakorn,กัญญา=kanya,อนุชา=anucha,สุดารัตน์=sudarat,วิชัย=wichai
ศรีสุข=srisuk,ทองดี=thongdee,ชาวเรือ=chaoruea,วงศ์ใหญ่=wongyai,แสงทอง=saengthong
Phuket,Bangkok,Songkhla,Rayong,Krabi
gmail.com,hotmail.com,outlook.co.th

ka-GE 1 GEL 35 ge
ნინო=nino,გიორგი=giorgi,თამარ=tamar,ლევან=levan,ქეთევან=ketevan
ბერიძე=beridze,კაპანაძე=kapanadze,მეზღვაური=mezgvauri,გელაშვილი=gelashvili
ბათუმი,ფოთი,თბილისი
gmail.com,mail.ge

hy-AM 1 AMD 4900 am
Անի=ani,Արամ=aram,Լիլիթ=lilit,Տիգրան=tigran
Սարգսյան=sargsyan,Պետրոսյան=petrosyan,Հակոբյան=hakobyan,Գրիգորյան=grigoryan,Ավետիսյան=avetisyan
Երևան,Գյումրի,Սևան
mail.ru,gmail.com
`
  .trim()
  .split('\n\n')
